# By the option two flushes are compared by suit first: king-high clubs beat ace-high spades.
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
expect cinque.points 8,4
expect cinque.result won
