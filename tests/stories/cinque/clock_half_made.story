# The clock takes a half-made move back and confirms what lay there before it.
coin 200
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
press DOUBLE
settle
press HOLD1
settle
press HOLD1
settle
press HOLD4
settle
press HOLD2
settle
expect state opened_second
wait 27
expect state opened_second
wait 3
expect state reveal
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
wait 10
expect state result
expect cinque.points 25,0
expect credit 21

# Behind an open door it stands, and begins anew.
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
press DOUBLE
settle
press HOLD1
settle
wait 20
door open
settle
wait 40
expect mode fault
door close
settle
expect state lifted
wait 28
expect state lifted
wait 3
expect state reveal
wait 10
expect state result
expect cinque.points 0,0
expect credit 21
