import { waitLoop } from '../../../src/rules/start/wait-loop';
import { running } from '../../recognition/pods';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const WEB = { name: 'web', command: ['bash', '-c', 'until nc -z localhost 2376; do sleep 1; done; exec ./run'] };
const PORTS = { ports: [{ containerPort: 2376 }] };

test('a loop that waits for an ordinary sidecar offends', () => {
  expect(says(waitLoop, podOf([WEB, { name: 'docker', ...PORTS }]))).toEqual([
    "NS113 'web' waits in a loop for 'docker' (nc localhost:2376): make 'docker' a native sidecar with a startupProbe, and remove the loop",
  ]);
});

test('so does one for a native sidecar', () => {
  expect(offenses(waitLoop, podOf([WEB], [sidecar('docker', PORTS)])).map(offense => offense.fix)).toEqual(["give 'docker' a startupProbe on that port, and remove the loop"]);
});

test('a loop for a port that no container declares names the only one that may serve it', () => {
  const said = (...mains: object[]) => says(waitLoop, podOf([{ ...WEB, image: 'acme/web:1' }, ...mains] as any));

  expect(said({ name: 'other', image: 'acme/other:1' })).toEqual([
    "NS113 'web' waits in a loop for a port that no container of the pod declares and that 'other' may serve (nc localhost:2376): "
    + "if it does, make 'other' a native sidecar with a startupProbe, and remove the loop",
  ]);
  expect(said({ name: 'other', image: 'acme/other:1' }, { name: 'third', image: 'acme/third:1' })).toEqual([
    "NS113 'web' waits in a loop for a port that no container of the pod declares (nc localhost:2376): once the sidecar is native and has a startupProbe, remove the loop",
  ]);
});

test('a proxy that an injector adds is not in the manifest', () => {
  const web = { name: 'web', image: 'acme/web:1', command: ['sh', '-c', 'until curl -fsI http://localhost:15021/healthz/ready; do sleep 1; done; ./run'] };

  expect(says(waitLoop, podOf([web, { name: 'other', image: 'acme/other:1' }]))[0]).toContain("'web' waits in a loop for a sidecar that is not in this manifest (");
});

test('where it is unclear which of the two is the helper, the fix says so', () => {
  const recognition = running([{ ...WEB, image: 'acme/x:1' }, { name: 'h', image: 'acme/h:1', ...PORTS }]);

  expect(offenses(waitLoop, recognition.pod).map(offense => offense.fix)).toEqual(["if 'h' is the helper, make 'h' a native sidecar with a startupProbe, and remove the loop"]);
});

test('a sidecar that has a startup probe needs no other', () => {
  const probe = { startupProbe: { tcpSocket: { port: 2376 } } };

  expect(offenses(waitLoop, podOf([WEB], [sidecar('docker', { ...PORTS, ...probe })])).map(offense => offense.fix)).toEqual([
    "remove the loop, because 'docker' has a startupProbe",
  ]);
});

test('a loop that also does something else is not to be removed as a whole', () => {
  const web = { name: 'web', command: ['bash', '-c', 'until nc -z localhost 2376 && nc -z db 5432; do sleep 1; done; exec ./run'] };
  const rest = "remove 'docker' from the loop and keep the rest, because it also waits for something else, or does more than wait";

  expect(offenses(waitLoop, podOf([web, { name: 'docker', ...PORTS }])).map(offense => offense.fix)).toEqual([`make 'docker' a native sidecar with a startupProbe, and ${rest}`]);
  expect(offenses(waitLoop, podOf([web], [sidecar('docker', { ...PORTS, startupProbe: { tcpSocket: { port: 2376 } } })])).map(offense => offense.fix)).toEqual([rest]);
});

test('a loop that waits for elsewhere does not', () => {
  expect(says(waitLoop, podOf([{ name: 'web', command: ['sh', '-c', 'until nc -z db 5432; do sleep 1; done'] }, { name: 'docker', ...PORTS }]))).toEqual([]);
});

test('an init container that waits forever is the concern of another rule', () => {
  expect(says(waitLoop, podOf([{ name: 'docker', ...PORTS }], [{ ...WEB, name: 'init' }]))).toEqual([]);
});

test('who waits for the app, and then looks after it, does not offend', () => {
  const setup = { name: 'setup', image: 'acme/setup:1', command: ['sh', '-c', 'until curl -sf localhost:8265; do sleep 1; done; curl localhost:8265/import; sleep infinity'] };

  expect(offenses(waitLoop, podOf([setup, { name: 'app', image: 'acme/app:1', ports: [{ containerPort: 8265 }] }]))).toEqual([]);
});
