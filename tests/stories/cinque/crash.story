# Only the program dies: right after the cards, right after CONFERMA, while hands are turned up.
coin 100
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays AHKDQCTS8H/ACKSQDJH9C/ASKHQHJD8C/KCJSTH9D7S/TDTC9H8S7D
press DEAL
crash
boot
expect boots 2
expect state build
expect credit 9
expect cinque.removed AD,JC,QS,9S,8D,7H,7C
expect cinque.ready true
press DOUBLE
settle
press DEAL
crash
coin 10
boot
settle
expect state reveal
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
expect cinque.shown 0
expect credit 10
wait 1.5
expect cinque.shown 1
crash
boot
expect cinque.shown 1
expect cinque.points 3,0
press DOUBLE
crash
boot
expect state result
expect cinque.points 25,0
expect credit 12
expect meters.turnover 1
expect meters.won 2
expect meters.games_played 1
