"""The tests, and beside them what measures and what draws the documentation's pictures."""

import os

# Programs that are started here compile their modules once, as installed ones have.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
