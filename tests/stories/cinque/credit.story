# The stake follows a credit that is short; without any there are no cards until a coin falls.
press HOLD3
settle
expect state stake
expect credit 0
expect bet 0
expect lamps HOLD1,HOLD3,HOLD4,HOLD5
press DEAL
press BET
settle
expect state stake
coin 10
settle
expect state stake
expect bet 1
expect lamps HOLD1,HOLD3,HOLD4,HOLD5,DEAL
coin 10
settle
expect lamps HOLD1,HOLD3,HOLD4,HOLD5,DEAL,BET
press BET
settle
expect bet 2
press BET
settle
expect bet 1
press BET
settle
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D
press DEAL
settle
expect credit 0
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.result lost
expect bet 0
expect lamps HOLD1,HOLD5
press DEAL
settle
expect state result
coin 10
settle
expect state result
expect bet 1
expect legends.DEAL PROSSIMA
expect legends.BET nothing
coin 50
settle
expect bet 2
expect legends.BET PUNTATA
press BET
settle
expect bet 3
press BET
settle
press BET
settle
expect bet 5
press BET
settle
expect bet 1
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/AHKHQHJHTH/ACKCQCTC9C/KDQDJDTD9D/8H8C8S9H7D
press DEAL
settle
expect credit 5
expect meters.turnover 3
