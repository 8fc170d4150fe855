# Every test of an operator's round; what falls and is played meanwhile counts for nobody.
coin 100
settle
press HOLD2
settle
press BET
expect credit 10
key operator on
settle
page health
expect operator.page health
page coin_test
wait 1
coin 50
settle
wait 1
expect credit 10
expect meters.coin_test 5
expect meters.coin_in 10
page panel_test
press HOLD1
press DEAL
press DEAL
shot panel_test
page screen_test
press HOLD2
press HOLD2
press HOLD2
press HOLD2
settle
expect operator.row 4
shot plain_red
page sound_test
press HOLD2
press DEAL
settle
expect operator.row 1
page slots
press HOLD3
wait 2
shot raw_line
page phone
expect operator.page phone
page index
pin 12345
settle
expect operator.role operator
page play_test
settle
press DEAL
settle
expect operator.play menu
expect operator.play_credit 500
press HOLD2
settle
expect operator.play joker_poker
deck KH KD 9S 4C 2D 3H 7H 8C
press BET
press DEAL
settle
press DEAL
settle
shot play_test
coin 100                                      # refused: nothing that is worth anything
settle
wait 1
expect coins_returned 1
press DEAL
settle
expect operator.play_credit 500               # 500 - 1 + 1
deck 2H 5D 9S JC KD 3H 4D 6S 7C 8H
press DEAL
settle
press DEAL
settle
expect operator.play_credit 499
press HOLD5
settle
press BET
settle
expect operator.play_credit 500
expect meters.games_played 0
expect meters.turnover 0
expect credit 10
press DOUBLE
settle
expect operator.play nothing
expect operator.page play_test
key operator off
settle
expect mode joker_poker
expect state betting
expect credit 10
expect meters.games_played 0
expect meters.coin_test 5
