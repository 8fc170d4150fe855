# Equal hands: the pot stays twice and grows, then somebody takes all of it.
coin 100
press HOLD1
settle
press DEAL
settle
deck AH KD QC TH 8H  AD KC QD TS 8S
answers C X
press DEAL
settle
press DEAL
settle
expect state draw
expect held ""
expect legends.DEAL "CAMBIA 5"
hold 1
hold 2
hold 3
hold 4
hold 5
expect held 1,2,3,4,5
expect legends.DEAL "CAMBIA 0"
expect legends.DOUBLE AZZERA
press DOUBLE
expect held ""
hold 1
hold 2
hold 3
hold 4
hold 5
press DEAL
settle
press DEAL
settle
expect state showdown
press DEAL
settle
expect state between
expect strip.pot 10
expect strip.pushes 1
expect lamps HOLD3,HOLD4,HOLD5,DEAL

deck AH KD QC TH 8H  AD KC QD TS 8S
answers W X C
press DEAL
settle
expect state b1_after_wait
expect strip.pot 20
expect legends.DEAL CAMBIA
press DEAL
settle
hold 1
hold 2
hold 3
hold 4
hold 5
press DEAL
settle
expect state showdown
press DEAL
settle
expect strip.pot 20
expect strip.pushes 2

deck AH AD AC 9H 8H  KD KC QD TS 8S
answers C X
press DEAL
settle
expect strip.pot 30
press DEAL
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
expect state between
expect strip.pot 0
expect strip.pushes 0
expect strip.money 65
expect strip.their_money 35
