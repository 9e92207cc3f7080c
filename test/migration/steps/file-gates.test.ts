import { folders, mounting, running } from '../../recognition/pods';
import { containerOf, manualOf, planOf } from '../plans';

const READER = mounting({ '/dev/acme': 'files' }, { name: 'radio', image: 'acme/radio:1', args: ['--port=/dev/acme/tty0'], ports: [{ containerPort: 8080 }] });
const bringing = (text: string) => mounting({ '/shared': 'files' }, { name: 'bridge', image: 'alpine:3.22', command: ['sh', '-c', text] });
const plan = (text: string, inits: object[] = []) => planOf(running([READER, bringing(text)], { volumes: folders('files'), inits: inits as never }));
const probeOf = (text: string) => containerOf(plan(text), 'bridge').startupProbe;

describe('a sidecar whose script makes the file that the app is told', () => {
  test('has a startup probe that asks for the file', () => {
    const probe = { exec: { command: ['sh', '-c', 'test -e /shared/tty0'] }, periodSeconds: 1 };

    expect(probeOf('while true; do rm -f /shared/tty0; socat pty,link=/shared/tty0,raw tcp:10.0.0.9:6638; sleep 2; done')).toMatchObject(probe);
    expect(probeOf('while true; do echo x; date > /shared/tty0; sleep 60; done')).toMatchObject(probe);
  });

  test.each(['while true; do echo x; ./token > /shared/tty0; sleep 60; done', 'while true; do aws sts get-session-token > /shared/tty0; sleep 3000; done'])('waits until anything is in a file that the shell makes before the command prints: %s', text => {
    expect(probeOf(text)).toMatchObject({ exec: { command: ['sh', '-c', 'test -s /shared/tty0'] } });
  });

  test.each([
    'while true; do if ./ready; then date > /shared/tty0; fi; sleep 2; done',
    'until ./ready; do sleep 1; done; while true; do date > /shared/tty0; sleep 2; done',
    'while true; do ./fetch && date > /shared/tty0; sleep 2; done',
    'while true; do ./fetch; date > /shared/tty0; sleep 2; done',
    'while true; do curl -o /shared/tty0 https://acme.test; sleep 2; done',
    'while true; do curl http://localhost:8080/seed > /shared/tty0; sleep 2; done',
    'while true; do curl $SEED_URL > /shared/tty0; sleep 2; done',
    'while true; do sort /shared/list > /shared/tty0; sleep 2; done',
  ])('has none where something may keep it from making the file: %s', text => {
    expect(plan(text).moved).toEqual(['bridge']);
    expect(probeOf(text)).toBeUndefined();
    expect(manualOf(plan(text), 'NS101')).toEqual([expect.stringMatching(/until you add a startup probe that tests whether its files are there$/)]);
  });
});

describe('an init container that writes the first files', () => {
  const loop = 'while true; do date > /shared/tty0; sleep 60; done';
  const init = (text: string) => mounting({ '/shared': 'files' }, { name: 'first', image: 'alpine:3.22', command: ['sh', '-c', text] });

  test('is left over once the app waits for the sidecar', () => {
    expect(manualOf(plan(loop, [init('date > /shared/tty0')]), 'NS509')).toEqual([
      "init container 'first' writes the first files to volume 'files', and the app now waits for 'bridge', which brings them too: remove 'first' if it does nothing else",
    ]);
    expect(manualOf(plan(loop, [init('chmod 777 /shared')]), 'NS509')).toEqual([]);
    expect(manualOf(plan(loop, [init('date > /shared/settings')]), 'NS509')).toEqual([]);
  });
});
