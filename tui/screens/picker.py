"""The list of campaigns, and the form for a new one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from tracker.language import N_, _
from tui.gateway.messages import CampaignEntry, CampaignsListed, RulesetEntry
from tui.screens.dialog import Dialog
from tui.text import content, fit
from tui.widgets.keys_in_order import Field
from tui.widgets.menu import Item, Menu

_NEW = "new"
_DEMO = "demo"
_OPEN = "open "


@dataclass(frozen=True, slots=True)
class Choice:
    """What the GM wants: to open the campaign ``name``, to start it (with a ``ruleset``), or a ``demo``."""

    name: str = ""
    ruleset: str = ""
    demo: bool = False


class Picker(Dialog[Choice]):
    """All campaigns of the store, once they are listed. Those that can't be read say why."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "New", priority=True),
        Binding("d", "demo", "Demo", priority=True),
    ]
    TITLE = N_("Campaigns")
    KEYS = N_("Enter Open   n New campaign   d Demo   Esc Close")
    FIRST = "Menu"

    def __init__(self) -> None:
        super().__init__()
        self._campaigns: Sequence[CampaignEntry] = ()
        self._rulesets: Sequence[RulesetEntry] = ()
        self.wait()

    def body(self) -> ComposeResult:
        yield Menu(choose=self._chosen)

    def on_campaigns_listed(self, message: CampaignsListed) -> None:
        self._campaigns, self._rulesets = message.campaigns, message.rulesets
        self.query_one(Menu).show(self._items())
        self.say(message.message)
        self.arrived()

    def _items(self) -> list[Item]:
        if not self._campaigns:
            return [
                Item(_("There is no campaign here yet."), quiet=True),
                Item(_("n  Start a new one."), _NEW),
                Item(_("d  Look around in a small one that was played before."), _DEMO),
            ]
        return [_item(campaign) for campaign in self._campaigns]

    async def _chosen(self, value: str) -> None:
        if value == _NEW:
            await self.action_new()
        elif value == _DEMO:
            self.action_demo()
        else:
            self.dismiss(Choice(value.removeprefix(_OPEN)))

    async def action_new(self) -> None:
        form = NewCampaign(self._rulesets)
        await self.app.push_screen(form, self._made)
        form.focus_first()

    def action_demo(self) -> None:
        self.dismiss(Choice(demo=True))

    def _made(self, choice: Choice | None) -> None:
        if choice is not None:
            self.dismiss(choice)  # the form has gone already


def _item(campaign: CampaignEntry) -> Item:
    name = fit(campaign.name, 30)
    if campaign.problem:
        return Item(f"{name} {campaign.problem}", quiet=True)
    events = _("{count} events", count=f"{campaign.head:>9,}")
    archived = f"  {_('archived')}" if campaign.archived else ""
    return Item(f"{name} {campaign.ruleset:10} {events}{archived}", _OPEN + campaign.name)


class NewCampaign(Dialog[Choice]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "choose(1)", "Next rules", priority=True),
        Binding("up", "choose(-1)", "Previous rules", priority=True),
    ]
    TITLE = N_("New campaign")
    KEYS = N_("Enter Create   Up/Down Rules   Esc Close")
    FIRST = "Field"

    def __init__(self, rulesets: Sequence[RulesetEntry]) -> None:
        super().__init__()
        self._rulesets = rulesets

    def body(self) -> ComposeResult:
        yield Static(content(_("Name")), classes="label", markup=False)
        yield Field(self._create, _("the campaign's name"))
        yield Static(content(_("Rules")), classes="label", markup=False)
        yield Menu([Item(f"{_(entry.title)}  ({entry.id})", entry.id) for entry in self._rulesets], self._rules_chosen)

    def action_choose(self, step: int) -> None:
        self.query_one(Menu).action_move(step)

    def _rules_chosen(self, id: str) -> None:
        self._create(self.query_one(Field).value)

    def _create(self, name: str) -> None:
        if name.strip():
            self.dismiss(Choice(name.strip(), self._rulesets[self.query_one(Menu).cursor].id))
        else:
            self.say(_("Give the campaign a name."))
