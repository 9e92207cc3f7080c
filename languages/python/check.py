"""Tests the Python package as a user would use it, and prints each check: check.py <output of readme-samples.js>"""

import sys
import traceback

from checks import readme, refusals, questions, own_constructs, own_rules, settings
from checks.harness import CHECKS

failed = 0
for function in CHECKS:
    sentence = function.__name__.replace("_", " ")
    try:
        function()
        print(f"ok     {sentence}")
    except Exception:
        failed += 1
        print(f"FAILED {sentence}")
        traceback.print_exc(file=sys.stdout)
print(f"{len(CHECKS) - failed} passed, {failed} failed")
sys.exit(1 if failed else 0)
