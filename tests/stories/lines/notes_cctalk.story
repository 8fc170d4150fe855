# Coins and notes on one ccTalk line: a note is credit when it is stacked, whatever fails before.
expect health.coin ready
expect health.note ready
note 500
wait 0.7                                      # it is being read
expect credit 0
settle
expect credit 50
expect meters.notes_in 50
expect meters.coin_in 0
coin 100
note 1000
settle
expect credit 160                             # neither waits for the other
expect meters.coin_in 10
expect meters.notes_in 150
note 700                                      # there is no such note: it comes back
settle
expect credit 160
note 5000                                     # known to the unit, and not in notes_minor
settle
expect credit 160
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
note 500                                      # in the middle of a round
settle
expect credit 209
expect state hold
note 2000
wait 0.7
cut                                           # the power fails while it is read: it comes back
expect credit 209
expect state hold
expect health.note ready
settle
expect credit 209
expect meters.notes_in 200
note 1000
wait 1.1                                      # on its way to the stacker
crash
wait 4                                        # the unit stacks it and remembers
boot
settle
expect credit 309
expect meters.notes_in 300
note 1000
wait 0.5
crash                                         # nobody opens the way before it is read
wait 3
boot
settle
expect credit 309                             # so it came back
note 500
settle
expect credit 359
expect faults nothing
note 1000
wait 1.1
cut                                           # it fell into the stacker, and its unit forgot it
settle
expect credit 359                             # never guessed
expect faults coin_unaccounted
key operator on
settle
key operator off
settle
expect faults nothing                         # the operator has seen it
expect meters.notes_in 350
note 500
settle
expect credit 409
