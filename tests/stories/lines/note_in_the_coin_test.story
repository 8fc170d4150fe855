# The coin test takes coins and no notes; a note that was on its way all the same is credit.
note 500
wait 0.9                                      # accepted, on its way to the box
key operator on
settle
page coin_test
expect health.coin ready
expect health.note closed
expect credit 50
expect meters.notes_in 50
coin 100
settle
expect credit 50
expect meters.coin_test 10
note 500
settle
expect credit 50
key operator off
settle
expect health.note ready
expect credit 50
expect meters.coin_in 0
expect meters.coin_test 10
expect meters.notes_in 50
