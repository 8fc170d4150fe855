# Two stakes more from the house for all 25 points.
coin 200
settle
press HOLD3
settle
press BET
settle
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 25,0
expect win 8
expect credit 26
expect meters.won 8

# None for less than all.
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
press DOUBLE
settle
press BET
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 18,7
expect win 4
expect credit 28
