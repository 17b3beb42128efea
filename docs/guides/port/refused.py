"""Shows where the vectors forbid something: ``python3 refused.py ruff``."""

import json
import sys
from pathlib import Path

for line in Path("sesiasdesimt-sesi.jsonl").read_text("utf-8").splitlines():
    vector = json.loads(line)
    for refused in vector.get("refused", ()):
        if refused["condition"] == sys.argv[1] and vector["seats"] == 2:
            zones, trump = vector["position"]["zones"], vector["position"]["variables"]["trump"]
            print(vector["id"], "–", *refused["action"], "–", *refused["clauses"])
            print("  trump:", trump, "| table:", zones["table"], "| hand:", zones["hand"][refused["action"][0]])
