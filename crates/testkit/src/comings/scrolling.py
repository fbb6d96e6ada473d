# Prints numbered lines of all lengths; once there is a file `end`, its last lines, and rests.
import os, time

def put(text):
    data = text.encode()
    while data:
        data = data[os.write(1, data):]

def line(number):
    tail = 'abcdefghij' * (number % 13)
    return '\033[3%dmN%06dN\033[0m 日本 %s\n' % (1 + number % 7, number, tail)

number = 0
put('\033[?2004h')
while not os.path.exists('end'):
    number += 1
    put(line(number))
    time.sleep(0.002)
for number in range(900001, 900061):
    put(line(number))
put('\033[1;7mover\033[0;35m')
while True:
    time.sleep(1000)
