"""Questions asked of the read models: history, audits, ledgers; and any event in a line for people."""
