# Building by hand: every category that the cards make is offered, the strongest first; a hand is
# laid for 7 points, then for 6, 5 and 4.
coin 100
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
press BET
settle
expect state build
expect legends.HOLD1 SCALA
expect legends.HOLD2 TRIS
expect legends.HOLD3 "DOPPIA COPPIA"
expect legends.HOLD4 COPPIA
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET,DOUBLE
press BET
settle
expect legends.HOLD1 NIENTE
expect lamps HOLD1,HOLD5,DEAL,BET,DOUBLE
expect cards nothing

# CONSIGLIATA stands for the starred hand whichever page is shown.
press DEAL
settle
expect cards AH,KH,QH,JH,TH
expect legends.HOLD1 "SCALA REALE"
press HOLD1
settle
expect cards KD,QD,JD,TD,9D,AH,KH,QH,JH,TH

# A full for 5 points: three eights, and of the pairs the nines, for they leave the spades a flush
# as the sevens would leave it to the clubs. Then what can still be made.
press HOLD2
settle
expect cards 8H,8C,8S,9H,9C,KD,QD,JD,TD,9D,AH,KH,QH,JH,TH
expect legends.HOLD1 COLORE
expect legends.HOLD2 SCALA
expect legends.HOLD3 "DOPPIA COPPIA"
expect legends.HOLD4 COPPIA
press BET
settle
expect legends.HOLD1 NIENTE
expect lamps HOLD1,HOLD5,DEAL,BET,DOUBLE
press BET
settle

# AUTO after some hands lays the rest: the flush of spades for 4, what is left for 3.
press DOUBLE
settle
expect state table
expect cinque.plan mine
expect cinque.hands ACKCQCTC7D,ASKSJSTS7S,8H8C8S9H9C,KDQDJDTD9D,AHKHQHJHTH

# Seven against eight, behind ace, king, queen and ten: the three points are lost.
press DEAL
settle
press DOUBLE
settle
expect cinque.points 22,3

# SCARTO for 7 is a sacrifice: it leaves the rest two straight flushes and two flushes, and only
# the hand that the other one had for 7 beats anything.
deck AD JC QS 9S 8D 7H 7C
lays ASKDQCTS8H/ACKSQDJS9C/KCJDTC8C7D/TD9D9H8S7S/AHKHQHJHTH
press DEAL
settle
press HOLD5
settle
expect state build
expect legends.HOLD1 "SCALA REALE"
expect legends.HOLD2 POKER
press DEAL
settle
press DEAL
settle
expect legends.HOLD1 COLORE
press DEAL
settle
expect state table
expect cinque.plan mine
press DEAL
settle
press DOUBLE
settle
expect cinque.points 18,7
expect cinque.result won
