# Coins on ccTalk, notes on SSP: one cable is pulled, then the other; each slot stands for itself.
expect health.coin ready
expect health.note ready
coin 100
note 500
settle
expect credit 60
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H 8C
press DEAL
settle
unplug note
wait 3
expect health.note unplugged
expect health.coin ready
expect faults coin
expect state hold
coin 100
settle
expect credit 69
note 500                                      # it is held, nobody asks for it, it comes back
wait 15
expect credit 69
plug note
wait 15
expect health.note ready
expect faults nothing
note 500
settle
expect credit 119
unplug coin
wait 3
expect health.coin unplugged
expect health.note ready
coin 100
note 500
wait 5
expect credit 169
cut                                           # the cable is still out
expect health.coin unplugged
expect health.note ready
expect credit 169
plug coin
wait 15
expect health.coin ready
coin 10
settle
expect credit 170
expect meters.coin_in 21
expect meters.notes_in 150
expect state hold
