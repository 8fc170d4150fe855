# Twenty-five cards in five hands, two of them exchanged, and turned up one after the other.
coin 200
settle
press HOLD3
settle
wait 1
shot begin
deck AD JC QS 9S 8D 7H 7C
lays ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH/8H8C8S9H7D
press DEAL
settle
wait 1
press HOLD1
settle
wait 0.6
press HOLD1
settle
wait 0.6
press DOUBLE
settle
wait 1.2
press HOLD2
settle
wait 0.6
press HOLD4
settle
wait 1.2
press DEAL
settle
wait 0.8
press DEAL
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
press DEAL
settle
wait 2.5
shot end
