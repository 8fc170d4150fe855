# By the option the lowest straight flush beats the highest: 7-8-9-10 with the ace below.
coin 100
settle
press HOLD3
settle
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
expect cinque.points 18,7
expect cinque.result won
