# Free play: no credit, no coin, no meter of the paid games; a cut in a game, and back again. (SEC-5)
key operator on
settle
pin 12345
page settings
press HOLD2
settle
press HOLD4
settle
press DEAL
settle
expect operator.note operator.settings.taken
expect free_play {"is_on": true, "credit": 100}
key operator off
settle
wait 1
expect health.coin closed
coin 100
settle
expect coins_returned 1
expect credit 0
shot free_play_attract
press HOLD2                                   # Joker Poker
settle
press BET
settle
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
expect free_play.credit 99
expect meters.turnover 0
cut                                           # the hand lies as it lay
settle
expect mode joker_poker
expect state hold
expect free_play.credit 99
expect held 1,2
press DEAL
settle
expect win 1
shot free_play_win
press DEAL                                    # collected: the purse has it, and the books a line
settle
expect free_play.credit 100
expect credit 0
expect meters.free_played 1
expect meters.free_won 1
expect meters.free_staked 1
expect meters.free_paid 1
expect meters.games_played 0
expect meters.turnover 0
expect meters.won 0
deck 2H 5D 9S JC KD 3H 4D 6S 7C 8H
press DEAL
settle
press DEAL
settle
expect free_play.credit 99
expect meters.free_played 2
expect meters.free_won 1
expect games.joker_poker.played 0
press DEAL                                    # a game is open
settle
key operator on
settle
pin 12345
page settings
press HOLD2
settle
press DOUBLE
settle
expect operator.note operator.settings.open_game
expect free_play.is_on true
key operator off
settle
press DEAL
settle
key operator on
settle
pin 12345
page settings
press HOLD2
settle
press DOUBLE
settle
expect operator.note operator.settings.given_back
expect free_play.is_on false
key operator off
settle
wait 1
expect health.coin ready
coin 100
settle
expect credit 10
press BET
settle
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect credit 10
expect meters.games_played 1
expect meters.free_played 3
