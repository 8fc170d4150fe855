# The power goes in every state, and everything is exactly where it was, the money too.
coin 200
settle
press HOLD3
settle
press HOLD1
settle
press BET
settle
wait 1.5
cut
expect mode cinque_mani
expect state stake
expect cinque.players 3
expect bet 2
expect lamps HOLD1,HOLD3,HOLD4,HOLD5,DEAL,BET
press HOLD1
settle
press HOLD1
settle
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D
press DEAL
cut
expect state build
expect credit 18
expect cinque.removed AD,JC,QS,9S,8D,7H,7C
expect cinque.ready true
expect lamps HOLD1,HOLD2,HOLD3,HOLD4,HOLD5,DEAL,BET,DOUBLE
press BET
settle
press DEAL
settle
press BET
settle
wait 1.5
cut
expect state build
expect cards AH,KH,QH,JH,TH
expect legends.HOLD1 TRIS
press DOUBLE
settle
wait 1.5
cut
expect state table
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
press HOLD1
settle
wait 1.5
cut
expect state lifted
expect legends.HOLD1 APRI
press HOLD1
settle
wait 1.5
cut
expect state opened
press HOLD4
settle
wait 1.5
cut
expect state card_in_hand
expect lamps HOLD2,HOLD3,HOLD4,HOLD5,BET
press HOLD2
settle
wait 1.5
cut
expect state opened_second
expect legends.HOLD5 "FULL NIENTE"
press HOLD5
settle
wait 1.5
cut
expect state table
expect cinque.hands 8H8C8S7S7D,ASKSJSTS9H,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
expect cinque.plan mine
press HOLD1
settle
press HOLD1
settle
press HOLD4
settle
press HOLD2
settle
press HOLD5
settle
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH

# What others laid is as fixed as what is laid here.
press DEAL
cut
expect state reveal
expect cinque.shown 0
expect cinque.opponents ??,??,??,??,??
expect credit 18
press DEAL
cut
expect cinque.shown 1
expect cinque.points 0,3
press DEAL
cut
expect cinque.shown 2
expect cinque.opponents ASKSJSTS7S,ACKCQCTC9C,??,??,??
press DEAL
cut
expect cinque.shown 3
press DEAL
cut
expect state reveal
expect cinque.shown 4
expect cinque.points 0,18
expect meters.games_played 0
press DEAL
cut
expect state result
expect cinque.points 7,18
expect cinque.result lost
expect credit 18
expect meters.games_lost 1

# A win is paid once, however often the power goes.
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
settle
press DOUBLE
settle
press DEAL
settle
press DOUBLE
cut
cut
expect state result
expect cinque.result won
expect win 4
expect credit 20
expect meters.won 4
expect meters.games_played 2
