"""What the dice showed, die by die, and whether they look fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec import Struct

from tracker.dice import parse
from tracker.reports.statistics.chi_square import ChiSquare, fairness, missing
from tracker.reports.statistics.sample import Sampled

_PERCENTILE = 100  # thrown as two dice, the tens and the units


class Die(Struct, frozen=True):
    """The faces of one sort of die, such as ``d6`` or ``d100 tens``: how often each came up. ``left_out`` dice are not
    among them: of those throws the better or worse, or a second one, was kept. ``test`` is None where ``missing`` more dice
    are needed, and where the rolls were chosen by their outcome."""

    die: str
    faces: dict[str, int]
    left_out: int
    test: ChiSquare | None
    missing: int

    @property
    def dice(self) -> int:
        return sum(self.faces.values())


def faces(rolls: Sequence[Sampled], *, fair: bool) -> tuple[Die, ...]:
    """The faces of the dice that were kept, by sort of die, those with few sides first; ``fair`` unless the rolls were
    chosen by their outcome. The dice of a roll and of the one that stands in for it were both thrown: both count."""
    thrown: Counter[tuple[str, int, bool]] = Counter()
    for roll in rolls:
        thrown.update([(roll.notation, face, roll.chosen) for face in roll.dice])
    shown: dict[str, Counter[str]] = {}
    left_out: Counter[str] = Counter()
    sides: dict[str, list[str]] = {}
    for (notation, number, chosen), times in thrown.items():
        for die, face, labels in _as_thrown(notation, number):
            sides[die] = labels
            shown.setdefault(die, Counter())
            if chosen:
                left_out[die] += times
            else:
                shown[die][face] += times
    found = []
    for die in sorted(shown, key=lambda die: (len(sides[die]), die)):
        counts = [shown[die][face] for face in sides[die]]
        found.append(
            Die(
                die=die,
                faces=dict(zip(sides[die], counts, strict=True)),
                left_out=left_out[die],
                test=fairness(counts) if fair else None,
                missing=missing(counts),
            )
        )
    return tuple(found)


def _as_thrown(notation: str, number: int) -> Iterator[tuple[str, str, list[str]]]:
    """Each die behind a number that was thrown: its sort, the face that it showed, and all its faces."""
    sides = parse(notation).sides
    if sides == _PERCENTILE:  # 00 and 0 are 100
        digits = [str(digit) for digit in range(10)]
        yield "d100 tens", f"{number % 100 // 10}0", [f"{digit}0" for digit in digits]
        yield "d100 units", f"{number % 10}", digits
    else:
        yield f"d{sides}", str(number), [str(label) for label in range(1, sides + 1)]
