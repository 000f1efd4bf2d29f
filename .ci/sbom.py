#!/usr/bin/env python3
"""Writes the bill of materials of released files as SPDX 2.3: sbom.py VERSION NAME=VERSION... -- FILE...

NAME=VERSION are the libraries whose code the programs hold.
"""
import datetime
import hashlib
import json
import os
import pathlib
import sys

licences = {"fmt": "MIT", "CLI11": "BSD-3-Clause", "nlohmann_json": "MIT", "libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1",
            "glibc": "LGPL-2.1-or-later", "mingw-w64": "ZPL-2.1"}
version, *words = sys.argv[1:]
libraries = [word.split("=") for word in words[: words.index("--")]]
files = [pathlib.Path(word) for word in words[words.index("--") + 1 :]]
made = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)


def package(name, number, licence, **more):
    return {"SPDXID": f"SPDXRef-{name.replace('+', 'p').replace('_', '-')}", "name": name, "versionInfo": number,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": licence,
            "licenseDeclared": licence, "copyrightText": "NOASSERTION", **more}


def entry(number, path):
    content = path.read_bytes()
    return {"SPDXID": f"SPDXRef-File-{number}", "fileName": path.name, "copyrightText": "NOASSERTION",
            "licenseConcluded": "NOASSERTION",
            "checksums": [{"algorithm": name.upper(), "checksumValue": hashlib.new(name, content).hexdigest()}
                          for name in ("sha1", "sha256")]}


packages = [package("gpupick", version, "NOASSERTION", primaryPackagePurpose="APPLICATION")]
packages += [package(name, number, licences[name]) for name, number in libraries]
relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-gpupick")]
relations += [("SPDXRef-gpupick", "STATIC_LINK", library["SPDXID"]) for library in packages[1:]]
relations += [(f"SPDXRef-File-{i}", "GENERATED_FROM", "SPDXRef-gpupick") for i in range(len(files))]
entries = [entry(i, path) for i, path in enumerate(files)]
together = hashlib.sha256(json.dumps(entries).encode()).hexdigest()
json.dump(
    {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"gpupick-{version}",
     "documentNamespace": f"https://spdx.org/spdxdocs/gpupick-{version}-{together[:32]}",
     "creationInfo": {"created": made.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: sbom.py"]},
     "packages": packages, "files": entries,
     "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                       for one, kind, other in relations]},
    sys.stdout, indent=2)
print()
