import os, sys, termios, time, tty

old = termios.tcgetattr(0)
tty.setcbreak(0)
got = open(os.environ['GOT'], 'ab', buffering=0)
items = sys.argv[2:]
at = 0


def draw(first):
    if not first:
        sys.stdout.write('\x1b[%dA' % (len(items) + 1))
    sys.stdout.write('\r\x1b[J? %s (Use arrow keys)\r\n' % sys.argv[1])
    for number, item in enumerate(items):
        sys.stdout.write(('\x1b[36m❯ %s\x1b[0m' if number == at else '  %s') % item + '\r\n')
    sys.stdout.write('\x1b[?25l')
    sys.stdout.flush()


draw(True)
while True:
    data = os.read(0, 64)
    for arrow, letter in ((b'\x1b[A', b'U'), (b'\x1b[B', b'D'), (b'\x1bOA', b'U'), (b'\x1bOB', b'D')):
        data = data.replace(arrow, letter)
    for key in data.decode():
        at = (at + {'U': -1, 'D': 1}.get(key, 0)) % len(items)
        if key in '\r\n':
            sys.stdout.write('\x1b[%dA\r\x1b[JDone\r\n\x1b[?25h' % (len(items) + 1))
            sys.stdout.flush()
            got.write(b'chose ' + items[at].encode() + b'\n')
            termios.tcsetattr(0, termios.TCSANOW, old)
            time.sleep(1000)
    draw(False)
