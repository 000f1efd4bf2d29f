#!/usr/bin/env python3
"""Validates what gpupick prints against its own JSON Schemas, with python3-jsonschema: tests/schema.py GPUPICK [--all]

The command lines are those of answers.txt, on the fixed catalog and, for the first answer of each form, on the shipped
data. Of each list the first three entries are validated. With --all, which .ci/run gives, every command line is asked on
both and every entry is validated. Then a client asks the tools of `gpupick mcp`, whose arguments and answers are
validated too. Exits with 77, which ctest reports as skipped, if the package is not installed.
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
everything = "--all" in sys.argv


def printed(*arguments):
    return json.loads(subprocess.run([program, *arguments], cwd=folder.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout)


def shortened(value):
    """Returns the value with the first three entries of each list."""
    if isinstance(value, dict):
        return {key: shortened(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [shortened(entry) for entry in (value if everything else value[:3])]
    return value


validators, asked, wrong, count = {}, set(), 0, 0  # asked: forms of answers on the shipped data
for line in (folder / "answers.txt").read_text().splitlines():
    for catalog in (["--catalog", folder / "catalog"], []):
        if not catalog and not everything and name in asked:
            continue
        answer = printed(*line.split(), "--format", "json", *catalog)
        name = answer["schema"].split("/")[1]
        if not catalog:
            asked.add(name)
        if name not in validators:
            schema = printed("generate", "schema", name)
            jsonschema.Draft202012Validator.check_schema(schema)
            validators[name] = jsonschema.Draft202012Validator(schema)
        count += 1
        for error in validators[name].iter_errors(shortened(answer)):
            print(f"{line}: {error.json_path}: {error.message[:200]}")
            wrong += 1

# Questions to the tools of `gpupick mcp`.
questions = [
    ("recommend", {"vram": 24, "budget": 2000, "vendor": ["nvidia", "amd"], "condition": "used", "top": 3}),
    ("recommend", {"model": "llama-3.1-8b", "context": "32k", "have": "rtx-3060-12gb", "own_or_rent": True}),
    ("recommend", {"rent": True, "max_hourly": 5, "model": "llama-3.1-70b", "gpus": "1-4"}),
    ("recommend", {"budget": 1}),
    ("estimate", {"card": "h100-sxm:4", "task": "serve", "model": "llama-3.1-70b", "batch": "16"}),
    ("estimate", {"card": "rtx-3060-12gb", "model": "llama-3.1-70b", "ram": "16"}),
    ("fit", {"card": "rtx-3090", "top": 5}),
    ("diff", {"cards": ["rtx-3090", "rtx-4090"], "for": "llm-inference"}),
    ("cost", {"cards": ["rtx-3090:2", "h100-sxm"], "model": "llama-3.1-70b", "kwh": 0.3}),
    ("show", {"card": "rtx-4090"}),
    ("prices", {"card": "rtx-3090"}),
]


class Client:
    """Sends one request at a time to a server of its own, and waits for the answer."""

    def __init__(self, *arguments):
        self.server = subprocess.Popen([program, "mcp", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.sent = 0
        self.ask("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "test", "version": "1"})
        self.tools = {tool["name"]: tool for tool in self.ask("tools/list")["tools"]}

    def ask(self, method, **params):
        self.sent += 1
        print(json.dumps({"jsonrpc": "2.0", "id": self.sent, "method": method, "params": params}), file=self.server.stdin, flush=True)
        answer = json.loads(self.server.stdout.readline())
        assert answer["id"] == self.sent
        return answer["result"]

    def close(self):
        self.server.stdin.close()
        return self.server.wait()


for catalog in (["--catalog", folder / "catalog"], []):
    client = Client(*catalog)
    for tool in client.tools.values():
        for schema in (tool["inputSchema"], tool["outputSchema"]):
            jsonschema.Draft202012Validator.check_schema(schema)
    for name, arguments in questions:
        tool, result = client.tools[name], client.ask("tools/call", name=name, arguments=arguments)
        count += 1
        for schema, value in ((tool["inputSchema"], arguments), (tool["outputSchema"], shortened(result.get("structuredContent")))):
            for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
                print(f"mcp {name} {arguments}: {error.json_path}: {error.message[:200]}")
                wrong += 1
    assert set(client.tools) == {name for name, _ in questions}
    assert client.close() == 0
print(f"{count} answers of {len(validators)} forms, {wrong} errors")
sys.exit(1 if wrong else 0)
