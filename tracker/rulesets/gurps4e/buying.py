"""Bonus character points for a better outcome (seed 000, Repeated Attempts; B347)."""

from __future__ import annotations

from itertools import pairwise

from msgspec import Struct

_LADDER = ("critical_failure", "failure", "success", "critical_success")  # worst first
_PRICES = (2, 1, 2)  # of the step up from each outcome but the last, in character points


class Purchase(Struct, frozen=True):
    """Whether the outcome can be bought, its ``cost`` in character points (None when not), and the points left."""

    allowed: bool
    cost: int | None
    points_left: int


class BoughtOutcomeRules:
    """Bought outcomes as the tracker asks for them (``BuyingRules``). Horror and mystery do without: it would cost them
    their suspense."""

    genres: tuple[str, ...] = ("heroic", "cinematic", "horror", "mystery")
    allowed_in: tuple[str, ...] = ("heroic", "cinematic")

    def price(self, outcome: str, wanted: str) -> int | None:
        """The price of a single step up; None for any other step, two at once included."""
        if outcome not in _LADDER or self.next_better(outcome) != wanted:
            return None
        return _PRICES[_LADDER.index(outcome)]

    def next_better(self, outcome: str) -> str | None:
        """The next better outcome, None above a critical success. Raises ValueError for an outcome that isn't one."""
        if outcome not in _LADDER:
            raise ValueError(f"unknown outcome {outcome!r}; known are {', '.join(_LADDER)}")
        return dict(pairwise(_LADDER)).get(outcome)


BUYING = BoughtOutcomeRules()


def buy_success(genre: str, outcome: str, wanted: str, points: int) -> Purchase:
    """Buying ``wanted`` in place of ``outcome`` with ``points`` character points at hand. Refused where the genre forbids
    it, for anything but a single step up, and for too few points. Raises ValueError for an unknown genre."""
    if genre not in BUYING.genres:
        raise ValueError(f"unknown genre {genre!r}; known are {', '.join(BUYING.genres)}")
    price = BUYING.price(outcome, wanted) if genre in BUYING.allowed_in else None
    if price is None or price > points:
        return Purchase(allowed=False, cost=None, points_left=points)
    return Purchase(allowed=True, cost=price, points_left=points - price)
