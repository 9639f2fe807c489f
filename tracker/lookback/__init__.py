"""Looking back at a campaign: any moment of it, what changed between two, since when something holds, and what other rules
would have made of its dice. Nothing here writes."""
