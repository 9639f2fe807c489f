"""What the dice did: outcomes, luck, faces and streaks of the rolls that match a filter, as plain figures."""

from tracker.reports.statistics.counts import Outcomes
from tracker.reports.statistics.faces import Die
from tracker.reports.statistics.groups import BY, Group, Statistics, statistics
from tracker.reports.statistics.luck import Luck, RollLuck
from tracker.reports.statistics.streaks import Streak
from tracker.reports.statistics.totals import Margin, Totals

__all__ = ["BY", "Die", "Group", "Luck", "Margin", "Outcomes", "RollLuck", "Statistics", "Streak", "Totals", "statistics"]
