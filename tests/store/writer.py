"""A process that appends to a log and says which actions it was told are recorded.

python -m tests.store.writer LOCATION CAMPAIGN PREFIX COUNT
"""

from __future__ import annotations

import sys

from tests.store.helpers import append
from tracker.store import open_store


def main(location: str, campaign: str, prefix: str, count: str) -> None:
    with open_store(location) as store:
        log = store.open(campaign)
        print("ready", flush=True)
        sys.stdin.readline()
        for number in range(int(count)):
            recorded = append(log, f"{prefix}{number}")
            print(recorded[0].envelope.action, recorded[0].position, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
