# A full-screen program that draws everything anew only when its size has changed, and else only its counters.
# Once there is a file `end` it counts to the last number and rests.
import fcntl, os, signal, struct, termios, time, tty

LAST = 999999
MODES = '\033]2;drawing\007\033[?1049h\033[?1002h\033[?1006h\033[?1004h\033[?2004h\033[>1u\033[?1h\033[?25l'

def size():
    return struct.unpack('HHHH', fcntl.ioctl(1, termios.TIOCGWINSZ, bytes(8)))[:2]

def put(text):
    data = text.encode()
    while data:
        data = data[os.write(1, data):]

def fill(row, cols):
    text, width = '', 0
    for letter in ('%03d 日本x' % row) * cols:
        width += 2 if letter > '\u1100' else 1
        if width > cols:
            return text
        text += letter

def counters(number):
    places = [(row, column) for row in range(2, 6) for column in (2, 16)]
    return ''.join('\033[%d;%dH\033[1;3%d;4%dm界%06d界' % (row, column, 1 + (row + number) % 7, column % 8, number)
                   for row, column in places) + '\033[0;4m\033[6;3H'

def frame(rows, cols, number):
    text = '\033[0m\033[2J'
    for row in range(1, rows + 1):
        text += '\033[0;4%dm\033[%d;1H' % (row % 8, row)
        text += ' ' * cols if row < 7 else '\033[38;2;%d;200;100m' % (row * 3 % 256) + fill(row, cols)
    return text + '\033[1;1H[%dx%d]' % (rows, cols) + counters(number)

told = []
signal.signal(signal.SIGWINCH, lambda *_: told.append(True))
tty.setraw(0)
drawn, number, over = size(), 0, False
put(MODES + frame(*drawn, number))
while True:
    if told:
        told.clear()
        if size() != drawn:
            drawn = size()
            put(frame(*drawn, number))
    if not over and os.path.exists('end'):
        over, number = True, LAST - 10
    if number < LAST:
        number += 1
        put(counters(number))
    time.sleep(0.02 if number == LAST else 0.002)
