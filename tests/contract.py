"""Names that outside scripts rely on, as they were promised, not as the program has them."""

METERS = [
    "coin_in",
    "notes_in",
    "service_in",
    "coin_test",
    "turnover",
    "won",
    "hand_paid",
    "cancelled",
    "games_played",
    "games_won",
    "games_lost",
    "gamble_rounds",
    "gamble_wins",
    "gamble_ties",
    "gamble_losses",
    "gamble_staked",
    "gamble_returned",
    "power_ups",
    "unclean_boots",
    "free_played",
    "free_won",
    "free_staked",
    "free_paid",
]
"""Of report and audit alike, in their order."""
