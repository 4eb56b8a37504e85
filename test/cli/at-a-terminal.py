"""Runs a program at a terminal, in front of it or in its background, and types Enter there. Then it ends the program and
prints its state at that time (as the kernel has it: T is stopped) and what the terminal showed, as JSON. Arguments: `front`
or `background`, what the program shows when it is ready, the program and its own arguments. A signal is its only way out."""
import json, os, pty, select, signal, sys, time

where, ready, *program = sys.argv[1:]
shell, terminal = pty.fork()
if shell == 0:
    child = os.fork()
    if child == 0:
        if where == 'background':
            os.setpgid(0, 0)
        os.execv(program[0], program)
    print(f'PID {child};', flush=True)
    os.waitpid(child, 0)
    os._exit(0)

shown = ''


def read_until(words, seconds):
    global shown
    end = time.monotonic() + seconds
    while words not in shown and time.monotonic() < end:
        if select.select([terminal], [], [], 0.1)[0]:
            try:
                shown += os.read(terminal, 65536).decode(errors='replace')
            except OSError:
                return


read_until(ready, 60)
child = int(shown.split('PID ')[1].split(';')[0])
before = len(shown)
os.write(terminal, b'\n')
# Nothing shows that nothing happens.
end = time.monotonic() + 2
while time.monotonic() < end:
    read_until('\0', 0.2)
with open(f'/proc/{child}/stat') as stat:
    state = stat.read().rsplit(')', 1)[1].split()[0]
os.kill(child, signal.SIGTERM)
os.kill(child, signal.SIGCONT)
read_until('\0', 20)
print(json.dumps({'state': state, 'shown': shown, 'after': shown[before:]}))
