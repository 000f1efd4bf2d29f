#!/usr/bin/env python3
"""Validates what gpupick prints against its own JSON Schemas, with python3-jsonschema: tests/schema.py GPUPICK

The command lines are those of answers.txt, on the fixed catalog and on the shipped data. Exits with 77, which ctest
reports as skipped, if the package is not installed.
"""
import json
import pathlib
import subprocess
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

folder = pathlib.Path(__file__).resolve().parent


program = str(pathlib.Path(sys.argv[1]).resolve())


def printed(*arguments):
    return json.loads(subprocess.run([program, *arguments], cwd=folder.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)


validators, wrong, count = {}, 0, 0
for line in (folder / "answers.txt").read_text().splitlines():
    for catalog in (["--catalog", folder / "catalog"], []):
        answer = printed(*line.split(), "--format", "json", *catalog)
        name = answer["schema"].split("/")[1]
        if name not in validators:
            schema = printed("generate", "schema", name)
            jsonschema.Draft202012Validator.check_schema(schema)
            validators[name] = jsonschema.Draft202012Validator(schema)
        count += 1
        for error in validators[name].iter_errors(answer):
            print(f"{line}: {error.json_path}: {error.message[:200]}")
            wrong += 1
print(f"{count} answers of {len(validators)} forms, {wrong} errors")
sys.exit(1 if wrong else 0)
