# A JY-23 box whose input says what a pulse of it is worth; its total is an audit, never money.
expect health.coin ready
coin 100
settle
expect credit 10
coin 200
coin 50
settle
expect credit 35
door open
settle
coin 100
settle
expect credit 35
door close
settle
wait 60                                       # the total agrees with what was told
expect credit 35
expect health.coin ready
expect faults nothing
cut
coin 10
settle
expect credit 36
expect meters.coin_in 36
