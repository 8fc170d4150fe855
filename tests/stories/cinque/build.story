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

# SCARTO throws the hand that the rest needs least where it is wanted: here the sevens go for 7.
press DOUBLE
settle
expect state build
expect cards nothing
press HOLD5
settle
expect state build
expect legends.HOLD1 "SCALA REALE"
press HOLD1
settle
press HOLD1
settle
expect state build
press DOUBLE
settle
expect cinque.plan mine
press BET
settle
press BET
settle
press BET
settle
press BET
settle
expect state table
expect cinque.plan other
press BET
settle
expect cinque.plan mine
