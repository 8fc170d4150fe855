"""The money: a double-entry ledger that is durable before anything is shown."""
