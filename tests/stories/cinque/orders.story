# The orders that come with the game: ranks before suits, and the highest straight flush on top.
coin 100
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays 8H8S9H7DAC/KCQCTC9C8C/ASKSJSTS7S/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 12,0
expect cinque.result won
deck AD AS KC QC 9H 8H 7H
lays AHKDQS9D8S/KHQDJSTS8D/QHJDTD9S7S/JHJCTHKS7D/ACTC9C8C7C
press DEAL
settle
press HOLD1
settle
expect cards AH,KH,QH,JH,TH
press DOUBLE
settle
press DEAL
settle
press DOUBLE
settle
expect cinque.points 25,0
