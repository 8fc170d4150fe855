# Seven presses guided, nine with a swap of hands, fourteen with an exchange of cards besides.
# The hearts run from the ace to the ten, the diamonds from the king to the nine; then clubs and
# spades are flushes, and the eights are left over.
coin 200
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect presses 2
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET,DOUBLE
expect legends.HOLD1 "SCALA REALE"
expect legends.HOLD2 POKER
expect legends.HOLD3 COLORE
expect legends.HOLD4 FULL
expect legends.HOLD5 SCARTO
expect legends.DEAL CONSIGLIATA
expect legends.BET ALTRE
expect legends.DOUBLE AUTO
press DEAL
settle
expect cards AH,KH,QH,JH,TH
expect legends.HOLD1 "SCALA REALE"
expect legends.HOLD2 COLORE
expect legends.HOLD3 FULL
expect legends.HOLD4 SCALA
press DEAL
settle
expect cards KD,QD,JD,TD,9D,AH,KH,QH,JH,TH
expect legends.HOLD1 COLORE
expect legends.HOLD2 FULL
expect legends.HOLD3 SCALA
expect legends.HOLD4 TRIS
press DEAL
settle
expect state build
expect cards AC,KC,QC,TC,9C,KD,QD,JD,TD,9D,AH,KH,QH,JH,TH
expect legends.HOLD1 COLORE
expect legends.HOLD2 FULL
expect legends.HOLD3 SCALA
expect legends.HOLD4 TRIS
press DEAL
settle
expect state table
expect cinque.plan mine
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
press DEAL
settle
press DOUBLE
settle
expect cinque.points 25,0
expect cinque.result won
expect win 2
expect credit 21
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
expect presses 9
expect credit 20

# The first hand and the fifth change places; the other three are drawn, card by card the same.
press DEAL
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
press HOLD1
settle
press HOLD5
settle
expect state table
expect cinque.hands AHKHQHJHTH,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,8H8C8S9H7D
press DEAL
settle
press DOUBLE
settle
expect cinque.points 3,7
expect cinque.result lost
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect presses 18
expect credit 19

# The nine of the fifth hand goes to the second one, and the seven of spades makes a full.
press DEAL
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
press HOLD1
settle
press HOLD5
settle
press HOLD5
settle
press HOLD5
settle
press HOLD4
settle
press HOLD2
settle
press HOLD5
settle
expect state table
expect cinque.hands AHKHQHJHTH,ASKSJSTS9H,ACKCQCTC9C,KDQDJDTD9D,8H8C8S7S7D
press DEAL
settle
press DOUBLE
settle
expect cinque.points 21,4
expect cinque.result won
expect credit 21
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
expect presses 32
expect credit 20
