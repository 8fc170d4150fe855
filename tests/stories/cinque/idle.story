# Nobody is there: a deal waits under the attract pictures, an empty table goes to attract.
coin 100
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
wait 91
expect mode cinque_mani
expect state build
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET,DOUBLE
expect legends.DEAL CONSIGLIATA

# A key takes the pictures away and does nothing else.
press DEAL
settle
expect state build
expect cards nothing
press DEAL
settle
expect cards AH,KH,QH,JH,TH

# So does a coin; the next key acts.
press DOUBLE
settle
press HOLD1
settle
wait 91
coin 10
settle
expect state lifted
expect credit 10
press HOLD5
settle
expect state table
expect cinque.hands AHKHQHJHTH,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,8H8C8S9H7D
press HOLD1
settle
press HOLD5
settle
press DEAL
settle
press DOUBLE
settle
expect state result
expect credit 12
wait 91
expect mode attract
expect credit 12
press HOLD3
settle
expect state stake
