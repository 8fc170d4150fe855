# Turned up one after another: by SCOPRI, by itself after a second and a half, all by TUTTE.
coin 200
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D
press DEAL
settle
press DOUBLE
settle
expect cinque.opponents ??,??,??,??,??
press DEAL
settle
expect state reveal
expect cinque.shown 0
expect cinque.points 0,0
expect cinque.opponents ??,??,??,??,??
expect lamps DEAL,DOUBLE
press DEAL
expect cinque.shown 1
expect lamps DEAL
expect legends.DEAL VELOCE
settle
expect cinque.points 0,3
expect cinque.opponents ASKSJSTS7S,??,??,??,??
expect lamps DEAL,DOUBLE
expect credit 19
wait 1.5
expect cinque.shown 2
expect cinque.points 0,7
expect cinque.opponents ASKSJSTS7S,ACKCQCTC9C,??,??,??

# VELOCE ends the turning and does nothing else.
settle
press DEAL
expect cinque.shown 3
wait 0.25
settle
expect cinque.shown 3
expect cinque.points 0,12

# The operator's key and the door hold it; nothing turns meanwhile.
key operator on
wait 5
expect mode operator
key operator off
settle
expect state reveal
expect cinque.shown 3
door open
wait 5
expect mode fault
door close
settle
expect state reveal
expect cinque.shown 3
expect lamps DEAL,DOUBLE
wait 1.5
expect cinque.shown 4
expect cinque.points 0,18
expect cinque.result nothing
settle
wait 1.5
expect state result
settle
expect cinque.points 7,18
expect cinque.opponents ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH,8H8C8S9H7D
expect cinque.result lost

# TUTTE turns all at once; while they turn DEAL is VELOCE, and it takes no stake.
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
press DOUBLE
settle
press DEAL
settle
press DOUBLE
expect state result
expect cinque.shown 5
expect lamps DEAL
expect legends.DEAL VELOCE
expect credit 20
wait 0.6
press HOLD5
press BET
expect lamps DEAL
press DEAL
expect state result
expect legends.DEAL PROSSIMA
settle
expect credit 20
expect meters.turnover 2
expect bet 1
