# Ninety seconds to arrange: an unfinished Build is completed as by AUTO and confirmed. Nothing is
# lost by it, and who sat there and thought sees what it came to.
coin 200
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D
press DEAL
settle
press DEAL
settle
expect cards AH,KH,QH,JH,TH
wait 88
expect state build
wait 2
expect state reveal
expect cinque.hands 8H8C8S9H7D,ASKSJSTS7S,ACKCQCTC9C,KDQDJDTD9D,AHKHQHJHTH
expect cinque.shown 0
expect credit 19
wait 1.5
expect cinque.shown 1
expect cinque.points 0,3
wait 8
expect state result
expect cinque.points 7,18
expect meters.games_lost 1
wait 60
expect state result
wait 25
expect mode attract
