"""Since when something holds: a small language of conditions on a campaign's state, and the moments at which one began to
hold and ceased.

    condition  = condition ( "and" | "or" ) condition | "not" condition | "(" condition ")"
               | value ( "<" | "<=" | "=" | "!=" | ">=" | ">" ) value | who "has" name
    value      = value ( "+" | "-" | "*" | "/" ) value | "-" value | "(" value ")" | number | duration | text
               | who "." field [ "." part ] | "clock" | "session"
    who        = a character's name or its start | "any"
    field      = a pool | an attribute | "points" | "load" | "status" | "player" | a skill's name in quotes
    part       = "max" (of a pool) | "spent" | "unspent" (of points)

``any`` is each player character in turn, the same one in the whole condition. What a character lacks compares with nothing:
the comparison doesn't hold.
"""

from tracker.lookback.when.language import Condition, parse
from tracker.lookback.when.spells import Edge, Spell, spells

__all__ = ["Condition", "Edge", "Spell", "parse", "spells"]
