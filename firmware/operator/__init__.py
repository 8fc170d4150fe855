"""Books for the operator: what the ledger's meters say, as a model without drawing."""
