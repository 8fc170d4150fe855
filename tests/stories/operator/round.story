# An operator's round: the books, the box, a new period, a dispute, a payment, the buttons; and play.
coin 100
settle
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
press DEAL
settle
press DEAL                                    # collected: one credit
settle
deck 2H 5D 9S JC KD 3H 4D 6S 7C 8H
press DEAL
settle
press DEAL                                    # nothing
settle
expect state betting
expect credit 19                              # 20 - 1 + 1 - 1
expect cards 3H,4D,6S,7C,8H
key operator on
settle
expect mode operator
expect operator.page index
expect operator.role attendant
page books                                    # open and read
expect operator.page books
expect legends.DEAL nothing                   # an attendant begins no period
expect meters.coin_in 20
expect meters.turnover 2
expect meters.won 1
expect meters.games_played 2
page cash
expect legends.DEAL nothing                   # and counts no box
page index
pin 12345
settle
expect operator.role operator
page cash                                     # two euros are in it
press HOLD2
settle
press HOLD2
settle
press HOLD4
settle
press HOLD4
settle
press DEAL
settle
expect operator.note nothing                  # asked
press DEAL
settle
expect operator.note operator.cash.even
page books
press DEAL
settle
press DEAL
settle
expect operator.note operator.period.begun
expect meters.turnover 2                      # lifetime meters do not notice
expect meters.coin_in 20
page recall
settle
expect recall.number 2
expect recall.over true
press HOLD2
settle
expect recall.number 1
press DOUBLE
settle
press DOUBLE
settle
expect recall.disputed true
expect operator.note operator.recall.disputed
page credit
expect credit 19
press DEAL
settle
expect credit 19                              # asked
press DEAL
settle
expect credit 0
expect operator.note operator.credit.hand_pay
expect meters.hand_paid 19
expect meters.cancelled 0
expect legends.DEAL nothing                   # nothing is left to pay
press DEAL
settle
press DEAL
settle
expect meters.hand_paid 19
page panel_test
press BET
settle
press DOUBLE
settle
expect operator.page panel_test               # tried, and leading nowhere
page index
key operator off
settle
expect mode joker_poker
expect state betting
expect cards 3H,4D,6S,7C,8H
expect credit 0
expect meters.games_played 2
coin 100
settle
expect credit 10
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
expect state hold
expect credit 9
