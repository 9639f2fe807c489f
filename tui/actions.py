"""Everything that the screen can do by a key, told once: bindings, the line of keys, the ``?`` menu, the command palette
and the key tables of the documentation are all read from here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from textual.binding import Binding, BindingType
from textual.keys import REPLACED_KEYS, key_to_character

from tracker.language import N_, _
from tui.text import cells

if TYPE_CHECKING:
    from tracker.reports.lines import Line
    from tui.gateway.picture import Picture

PERFORM = "perform("
"""How the action of a binding begins that does something of this registry."""

# How keys are written on the screen, where their name in Textual isn't how a GM would say it.
KEY_NAMES = {
    "full_stop": ".",
    "slash": "/",
    "question_mark": "?",
    "colon": ":",
    "enter": "Enter",
    "escape": "Esc",
    "space": "Space",
    "up": "Up",
    "down": "Down",
    "left": "Left",
    "right": "Right",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "tab": "Tab",
    "comma": ",",
    "plus": "+",
    "minus": "-",
    "equals_sign": "=",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "apostrophe": "'",
    "tilde": "~",
}


class Stage(Protocol):
    """What an action may ask of the screen that it is done on."""

    @property
    def picture(self) -> Picture | None:
        """The open campaign, None while there is none."""

    @property
    def selected(self) -> int | None:
        """The position of the selected event."""

    @property
    def line(self) -> Line | None:
        """The line of the selected event, None while it isn't read yet."""

    @property
    def filter(self) -> str:
        """What the list was last narrowed by, empty where it never was."""

    @property
    def hiding(self) -> bool:
        """Whether what only the GM may see is hidden."""


Reason = Callable[[Stage], str | None]


def _always(stage: Stage) -> str | None:
    return None


def _campaign(stage: Stage) -> str | None:
    return _("no campaign is open") if stage.picture is None else None


def _selection(stage: Stage) -> str | None:
    return _campaign(stage) or (_("no event is selected") if stage.selected is None else None)


def _someone(stage: Stage) -> str | None:
    return _campaign(stage) or (_("there are no characters yet") if stage.picture and not stage.picture.members else None)


def _prompt(stage: Stage) -> str | None:
    return _campaign(stage) or (_("nothing waits for an answer") if stage.picture and not stage.picture.waiting else None)


def _a_roll(stage: Stage) -> str | None:
    line = stage.line
    return _selection(stage) or _counting(stage) or (_("the selected event is no roll") if line and not line.need else None)


def _a_text(stage: Stage) -> str | None:
    line = stage.line
    texts = ("NoteAdded", "SessionStarted", "SceneStarted")
    is_one = line is None or line.type in texts
    return _selection(stage) or _counting(stage) or (None if is_one else _("the selected event is no note and no title"))


def _a_secret(stage: Stage) -> str | None:
    line = stage.line
    return (
        _selection(stage)
        or _counting(stage)
        or (_("everyone sees the selected event already") if line and not line.secret else None)
    )


def _counting(stage: Stage) -> str | None:
    return _("the selected event was taken back") if stage.line and "~" in stage.line.mark else None


def _filtered(stage: Stage) -> str | None:
    return _selection(stage) or (None if stage.filter else _("nothing was looked for yet: / does"))


def _between(stage: Stage) -> str | None:
    return _campaign(stage) or (_("a session is running") if stage.picture and stage.picture.session else None)


def _playing(stage: Stage) -> str | None:
    return _campaign(stage) or (_("no session is running") if stage.picture and not stage.picture.session else None)


def _earlier(stage: Stage) -> str | None:
    return _selection(stage) or (_("this is the first event") if stage.selected == 1 else None)


def _later(stage: Stage) -> str | None:
    return _selection(stage) or (
        _("this is the last event") if stage.picture and stage.selected == stage.picture.head else None
    )


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done. A screen does it in its method ``do_ID``, which gets the key that was pressed.

    ``title`` and ``help`` are English; what the screen shows is ``name`` and ``told``. ``keys`` are Textual's names: the log
    key first, then its twins for when a bar has the focus. ``screens`` are the names of the screens that offer it.
    ``why_not`` says why it can't be done just now, in half a sentence, or None; ``chapter`` is what the campaign's rules
    must have for it to stand in the line of keys, ``gm`` says that it shows what only the GM may see.
    """

    id: str
    keys: tuple[str, ...]
    title: str
    help: str
    screens: tuple[str, ...]
    why_not: Reason = _campaign
    chapter: str = ""
    gm: bool = False

    def refusal(self, stage: Stage) -> str | None:
        """Why it can't be done just now, in half a sentence, or None."""
        if self.gm and stage.hiding:
            return _("players are looking on; h shows everything again")
        return self.why_not(stage) if self.known(stage.picture) else _("the rules of this campaign have none")

    def known(self, picture: Picture | None) -> bool:
        """Whether the campaign's rules have something for it."""
        return picture is None or self.chapter in ("", *picture.chapters)

    @property
    def name(self) -> str:
        """Its title in the language spoken."""
        return _(self.title)

    @property
    def told(self) -> str:
        """What it does, in a sentence of the language spoken."""
        return _(self.help)

    @property
    def everywhere(self) -> bool:
        """Whether every screen offers it."""
        return self.screens == _ALL

    @property
    def key(self) -> str:
        """The first key, or the span of keys, as the GM reads it; the ``0`` behind a span stands with what is the tenth."""
        digits = [key for key in self.keys if key in _DIGITS]
        return f"{digits[0]}-{digits[-1]}" if len(digits) > 1 else key_name(self.keys[0])

    @property
    def all_keys(self) -> str:
        """The key and its twins: ``p, F6``."""
        return ", ".join((self.key, *self.twins))

    @property
    def while_typing(self) -> str:
        """The key that acts while a bar has the focus too, empty where there is none."""
        if self.id == "active":
            return self.twins[0]
        return next((key_name(key) for key in self.keys if "+" in key or key[1:].isdigit()), "")

    @property
    def twins(self) -> tuple[str, ...]:
        if self.id == "active":
            return ("Alt+1-9",)
        return tuple(key_name(key) for key in self.keys[1:] if not key.isdigit())


_TABLE = ("table",)
_LISTS = ("table", "chronicle")
_CHRONICLE = ("chronicle",)
_REPLAY = ("replay",)
_LOGS = (*_LISTS, "replay")
_PLOTS = ("plots",)
_SESSIONS = ("sessions",)
_FINDINGS = ("audit", *_SESSIONS)
_SELECTING = (*_LISTS, *_FINDINGS)
_ALL = (*_LOGS, *_FINDINGS, "character", *_PLOTS)
_DIGITS = tuple("123456789")

ACTIONS: tuple[Action, ...] = (
    Action("roll", ("r", "f2"), N_("Roll"), N_("Type a roll or any other line into the bar."), _TABLE),
    Action("retry", ("R", "shift+f2"), N_("Retry"), N_("Retry the last failed roll at the penalty of its task."), _TABLE),
    Action(
        "contest",
        ("q", "shift+f6"),
        N_("Contest"),
        N_("The last contest once more, or another one."),
        _TABLE,
        _someone,
        "contests",
    ),
    Action(
        "fright",
        ("f", "f7"),
        N_("Fright"),
        N_("Fright Checks of everyone present at one threat."),
        _TABLE,
        _someone,
        "fright",
    ),
    Action(
        "effort",
        ("e", "f9"),
        N_("Effort"),
        N_("Extra effort of the active character on the next feat."),
        _TABLE,
        _someone,
        "effort",
    ),
    Action("undo", ("u", "ctrl+z"), N_("Undo"), N_("Take back your last action; the log keeps both."), _TABLE),
    Action(
        "correct",
        ("c",),
        N_("Correct"),
        N_("Set the selected roll right: its dice, a modifier, who rolled."),
        _LISTS,
        _a_roll,
    ),
    Action("mark", ("b",), N_("Mark"), N_("Bookmark the selected event."), _LISTS, _selection),
    Action(
        "find",
        ("slash",),
        N_("Find"),
        N_("Filter the whole chronicle, an audit, or what is plotted."),
        (*_LISTS, "audit", *_PLOTS),
    ),
    Action(
        "again",
        ("full_stop", "f4"),
        N_("Same"),
        N_("Make the last roll of the active character once more."),
        _TABLE,
        _someone,
    ),
    Action("form", ("o", "f11"), N_("Form"), N_("Fill in a form: rolls, contests, senses, feats and all the rest."), _TABLE),
    Action("next_match", ("n",), N_("Next"), N_("The next event that was looked for, on the Table too."), _LISTS, _filtered),
    Action("previous_match", ("N",), N_("Previous"), N_("The one before that was looked for."), _LISTS, _filtered),
    Action("facet_who", ("w",), N_("Who"), N_("Of whom the list is: go through the characters."), _CHRONICLE),
    Action("facet_kind", ("y",), N_("Kind"), N_("Of what kind of line the list is."), _CHRONICLE),
    Action("facet_result", ("r",), N_("Result"), N_("Of rolls that came out so: ok, NO, CRIT, FUMBLE."), _CHRONICLE),
    Action("facet_session", ("s",), N_("Session"), N_("Of which session the list is, the last one first."), _CHRONICLE),
    Action("facet_struck", ("z",), N_("Struck"), N_("With what was struck out, without it, or only that."), _CHRONICLE),
    Action("facet_order", ("o",), N_("Order"), N_("In the order of the log, by margin, or by target."), _CHRONICLE),
    Action("only", _DIGITS, N_("Only"), N_("Only of the character of that number; again: of all."), _CHRONICLE, _someone),
    Action("everything", ("0",), N_("All"), N_("Neither filter nor facets: everything."), _CHRONICLE),
    Action("export", ("x",), N_("Export"), N_("Write what the list shows into a file."), _CHRONICLE, gm=True),
    Action("step", ("right_square_bracket", "down", "right"), N_("Step"), N_("Step to the next event."), _REPLAY, _later),
    Action(
        "step_back",
        ("left_square_bracket", "up", "left"),
        N_("Back"),
        N_("Step back to the event before."),
        _REPLAY,
        _earlier,
    ),
    Action("scene", ("right_curly_bracket", "pagedown"), N_("Scene"), N_("On to the next scene."), _REPLAY, _later),
    Action(
        "notable", ("full_stop",), N_("NO/CRIT"), N_("On to the next failure, critical or consequence."), _REPLAY, _later
    ),
    Action("play", ("space",), N_("Play"), N_("Play the session, one event a second, or pause."), _REPLAY, _later),
    Action("goto", ("g", "ctrl+g"), N_("Go"), N_("Go to a session or to an event by its number."), _LOGS),
    Action(
        "difference",
        ("equals_sign",),
        N_("Diff"),
        N_("Mark here; at a second event show what changed between."),
        _LOGS,
        _selection,
        gm=True,
    ),
    Action(
        "corrected", ("w",), N_("Voids"), N_("As it stood then, or with what was taken back or restored since."), _REPLAY
    ),
    Action(
        "scene_back", ("left_curly_bracket", "pageup"), N_("Scene back"), N_("Back to the scene before."), _REPLAY, _earlier
    ),
    Action(
        "notable_back",
        ("comma",),
        N_("NO/CRIT back"),
        N_("Back to the failure, critical or consequence."),
        _REPLAY,
        _earlier,
    ),
    Action("faster", ("plus",), N_("Faster"), N_("Play faster: 4 times, 16 times."), _REPLAY),
    Action("slower", ("minus",), N_("Slower"), N_("Play slower."), _REPLAY),
    Action("lists", (*_DIGITS, "0", "tab"), N_("List"), N_("Choose a list."), (*_FINDINGS, *_PLOTS)),
    Action("cause", ("enter",), N_("Show"), N_("Show the event of this line in the Chronicle."), _FINDINGS, _selection),
    Action(
        "replay",
        ("t", "f8"),
        N_("Replay"),
        N_("Step through what happened, from the selected event."),
        _SELECTING,
        _selection,
        gm=True,
    ),
    Action(
        "audit", ("a", "f10"), N_("Audit"), N_("Retries, frights, traits and ledgers: was it by the rules?"), _LISTS, gm=True
    ),
    Action("character", ("k",), N_("Sheet"), N_("The sheet of the active character."), _LOGS, _someone, gm=True),
    Action("when", ("W",), N_("When"), N_("Since when something held: type a condition."), _LISTS, gm=True),
    Action("rejudge", ("J",), N_("Rejudge"), N_("What other rules would have made of the dice."), _LISTS, gm=True),
    Action("recap", ("Y",), N_("Recap"), N_("What happened, to read here or to write into a file."), _LISTS),
    Action("plots", ("p",), N_("Plots"), N_("Are the dice fair, who is lucky, how do rolls come out?"), _LOGS),
    Action("group", ("b",), N_("By"), N_("Grouped by character, player, session, skill, or who threw."), _PLOTS),
    Action("sessions", ("S",), N_("Sessions"), N_("All sessions and scenes; begin one or end it."), _LOGS, gm=True),
    Action("bookmarks", ("apostrophe",), N_("Marks"), N_("All bookmarks."), _LOGS, gm=True),
    Action("start", ("n",), N_("Start"), N_("Start a session."), _SESSIONS, _between),
    Action("end", ("e",), N_("End"), N_("End the running session."), _SESSIONS, _playing),
    Action("new_scene", ("c",), N_("Scene"), N_("A new scene."), _SESSIONS, _playing),
    Action("note", ("i", "f3"), N_("Note"), N_("Write a note of any length."), _LISTS),
    Action("damage", ("d",), N_("Damage"), N_("Take HP from the active character, or give them back."), _TABLE, _someone),
    Action("amend", ("A",), N_("Amend"), N_("Give the selected note or title other words."), _LISTS, _a_text),
    Action("reveal", ("v",), N_("Reveal"), N_("Let everyone see the selected secret event."), _LISTS, _a_secret),
    Action(
        "modifiers", ("m",), N_("Modifiers"), N_("What modifies rolls by itself: end it or add to it."), _TABLE, _someone
    ),
    Action("clear", ("M",), N_("Clear"), N_("End the modifiers that came to stay during this scene."), _TABLE, _someone),
    Action("hide", ("h",), N_("Hide"), N_("Hide what only the GM may see, or show it again."), _LISTS),
    Action("answer", ("P", "f6"), N_("Prompt"), N_("Answer the oldest prompt: dice by hand, or a trait."), _TABLE, _prompt),
    Action("redo", ("U", "ctrl+y"), N_("Redo"), N_("Restore what your last undo took back."), _TABLE),
    Action("label", ("B",), N_("Label"), N_("Bookmark the selected event with a label."), _TABLE, _selection),
    Action(
        "explain",
        ("enter",),
        N_("Explain"),
        N_("Everything about the selected event, and what led to it."),
        _LOGS,
        _selection,
        gm=True,
    ),
    Action("active", _DIGITS, N_("Who"), N_("Choose the active character."), ("table", "character"), _someone),
    Action("table", ("escape",), N_("Table"), N_("Back to the Table."), ("chronicle",), _always),
    Action("live", ("escape",), N_("Live"), N_("Leave the past."), _REPLAY, _always),
    Action(
        "return", ("escape",), N_("Back"), N_("Back to where you came from."), (*_FINDINGS, "character", *_PLOTS), _always
    ),
    Action("campaigns", ("O",), N_("Campaigns"), N_("Open another campaign or start a new one."), _LISTS, _always),
    Action("theme", ("T",), N_("Theme"), N_("Other colours: dark, light, high contrast, none."), _ALL, _always),
    Action("palette", ("colon", "ctrl+p"), N_("All"), N_("Search all commands."), _ALL, _always),
    Action("quit", ("ctrl+q",), N_("Quit"), N_("Leave Rollbook. What was rolled is saved already."), _ALL, _always),
    Action("help", ("question_mark", "f1"), N_("Keys"), N_("What can be done here, and with which keys."), _ALL, _always),
)

_by_id = {action.id: action for action in ACTIONS}  # with the GM's own keys


def use_keys(chosen: Mapping[str, Sequence[str]]) -> None:
    """From now on these actions have these keys, all others their usual ones."""
    global _by_id
    _by_id = {action.id: with_keys(action, chosen.get(action.id)) for action in ACTIONS}


def with_keys(action: Action, keys: Sequence[str] | None) -> Action:
    """The action with other keys, or as it is."""
    return replace(action, keys=tuple(keys)) if keys else action


def get(id: str) -> Action:
    return _by_id[id]


def offered(screen: str) -> list[Action]:
    """The actions of a screen, in the order of the line of keys."""
    return [action for action in _by_id.values() if screen in action.screens]


def bindings(screen: str) -> list[BindingType]:
    """The bindings of a screen. They have priority, so that keys act in the order in which they were pressed; a field
    that has the focus takes what it can use before them."""
    return [
        Binding(key, f"{PERFORM}'{action.id}', '{key[-1]}')", action.name, priority=True, id=f"{action.id}.{key}")
        for action in offered(screen)
        for key in (*action.keys, *(f"alt+{digit}" for digit in _DIGITS if action.id == "active"))
    ]


def key_line(screen: str, width: int, picture: Picture | None = None, *, typing: bool = False) -> str:
    """The line of keys at the bottom: as many as fit of those that the campaign's rules have something for, and always the
    last one, which lists all. While a line is ``typing``, letters go into it: then those that act nevertheless."""
    found = [action for action in offered(screen) if action.known(picture)]
    keys = [(action.while_typing if typing else action.key, action.name) for action in found]
    leaving = [("Esc", _("Letter keys"))] if typing else []
    *others, last = [f"{key} {name}" for key, name in [*leaving, *keys] if key]
    line = ""
    for part in others:
        if cells(f" {line}{part}  {last}") <= width:
            line += f"{part}  "
    return f" {line}{last}"


def key_name(key: str) -> str:
    """A key as the GM reads it: ``.``, ``Shift+F2``, ``Ctrl+P``."""
    *modifiers, last = key.split("+")
    sign = key_to_character(REPLACED_KEYS.get(last, last))
    name = sign if sign is not None and sign.isprintable() else last
    last = KEY_NAMES.get(last, name.upper() if modifiers or last[1:].isdigit() else name)
    return "+".join([*(modifier.capitalize() for modifier in modifiers), last])


def markdown() -> str:
    """All keys as a Markdown table in the language spoken: the usual ones, whatever the GM has chosen."""
    rows = [
        f"| `{action.key}` | {', '.join(f'`{twin}`' for twin in action.twins)} | {action.told} | {action.id} "
        f"| {', '.join(action.screens)} |"
        for action in ACTIONS
    ]
    head = _("| key | also | does | action | on |")
    return "\n".join([head, "|---|---|---|---|---|", *rows])
