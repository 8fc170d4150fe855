# Holds chosen, the light goes out, and the draw brings the cards that were fixed at the deal.
coin 100
settle
press HOLD2
settle
press BET
deck 2H 5D 9S JC KD AH AS AC AD 3C
press DEAL
settle
expect held nothing
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL
hold 5
expect held 5
wait 1.1
cut
expect state hold
expect cards 2H,5D,9S,JC,KD
expect held 5
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,DOUBLE
press DEAL
settle
expect cards AH,AS,AC,AD,KD
expect win 17
cut
expect state win
expect win 17
expect credit 9
expect cards AH,AS,AC,AD,KD
