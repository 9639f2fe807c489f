"""Where a sum lies among those that as many equal chances could have come to, without an approximation.

A sum of whole numbers stands on a lattice: its probabilities are the inverse discrete Fourier transform of a power of one
number's characteristic function, and what lies below a point is a sum over that. Nearly all of it is vanishingly small, so a
few hundred terms are enough.
"""

from __future__ import annotations

from cmath import exp
from collections.abc import Sequence
from math import log, tau

from msgspec import Struct

_WORK = 1_000_000
"""So many terms of characteristic functions at most: 256 throws of 3d6, less where a throw has more outcomes."""

_NEGLIGIBLE = -46.0  # the natural logarithm of what no float beside 1 shows


class Spread(Struct, frozen=True):
    """A chance: how many times, ``of`` so many, each of these whole numbers comes up; none is above ``most``."""

    values: tuple[tuple[int, int], ...]  # (number, times)
    of: int
    most: int


class Sums:
    """Places of sums; what is worked out of one chance serves all series of about its length."""

    def __init__(self) -> None:
        self._waves: dict[tuple[Spread, int], list[tuple[float, int, complex]]] = {}

    def place(self, spread: Spread, numbers: Sequence[int]) -> float | None:
        """The chance that the sum of as many numbers of this chance is below that of these, and half of that of an equal
        one; None where they are too many."""
        size = 1 << (len(numbers) - 1).bit_length()
        period = spread.most * size + 1  # no two sums are as far apart
        if len(spread.values) * period > 2 * _WORK:
            return None
        total = sum(numbers)
        found = total + 0.5  # what frequency 0 brings
        for size_of, frequency, value in self._wave(spread, period):
            if len(numbers) * size_of < _NEGLIGIBLE:
                break
            back = exp(-1j * tau * frequency / period)
            here = back**total
            found += 2 * (value ** len(numbers) * ((1 - here * back) / (1 - back) - here / 2)).real
        return min(max(found / period, 0.0), 1.0)

    def _wave(self, spread: Spread, period: int) -> list[tuple[float, int, complex]]:
        """The characteristic function at each frequency, where it is largest first: the logarithm of its size, the
        frequency, its value. Those of the other half are the same, conjugated."""
        if (spread, period) not in self._waves:
            wave = []
            for frequency in range(1, period // 2 + 1):
                step = 1j * tau * frequency / period
                value = sum(times * exp(step * number) for number, times in spread.values) / spread.of
                if value:
                    wave.append((log(abs(value)), frequency, value))
            self._waves[spread, period] = sorted(wave, key=lambda one: -one[0])
        return self._waves[spread, period]
