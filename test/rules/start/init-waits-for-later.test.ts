import { Severity } from '../../../src/rules/engine/finding';
import { initWaitsForLater } from '../../../src/rules/start/init-waits-for-later';
import { podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const LOOP = 'until nc -z localhost 5432; do sleep 1; done; ./migrate';
const migrate = (script: string) => ({ name: 'migrate', command: ['sh', '-c', script] });
const PORTS = { ports: [{ containerPort: 5432 }] };

test('an init container that waits for an ordinary container offends', () => {
  expect(says(initWaitsForLater, podOf([{ name: 'web' }, { name: 'proxy', ...PORTS }], [migrate(LOOP)]))).toEqual([
    "NS109 init container 'migrate' waits for 'proxy' (nc localhost:5432), which starts only after 'migrate' exits: "
    + "make 'proxy' a native sidecar, and list it before 'migrate'",
  ]);
});

test('so does one that waits for a sidecar behind it', () => {
  expect(offenses(initWaitsForLater, podOf([{ name: 'web' }], [migrate(LOOP), sidecar('proxy', PORTS)])).map(offense => [offense.fix, offense.severity]))
    .toEqual([["list 'proxy' before 'migrate'", undefined]]);
});

test('one that gives up after some tries may still go on', () => {
  const tries = 'for i in 1 2 3; do nc -z localhost 5432 && break; sleep 1; done; ./migrate';

  expect(offenses(initWaitsForLater, podOf([{ name: 'proxy', ...PORTS }], [migrate(tries)])).map(offense => offense.severity)).toEqual([Severity.WARNING]);
});

test.each([
  ['waits for a sidecar before it', podOf([{ name: 'web' }], [sidecar('proxy', PORTS), migrate(LOOP)])],
  ['may be answered by another sidecar', podOf([{ name: 'proxy', ...PORTS }], [sidecar('other'), migrate(LOOP)])],
  ['waits for what it started', podOf([{ name: 'web' }], [migrate('postgres & until pg_isready -h localhost -p 6000; do sleep 1; done')])],
  ['waits for elsewhere', podOf([{ name: 'proxy', ...PORTS }], [migrate('until nc -z db 5432; do sleep 1; done')])],
  ['waits on the network of its node', podOf([{ name: 'proxy', ...PORTS }], [migrate(LOOP)], { hostNetwork: true })],
])('one that %s does not offend', (_name, pod) => {
  expect(says(initWaitsForLater, pod)).toEqual([]);
});

test('an app that waits is no concern', () => {
  expect(says(initWaitsForLater, podOf([{ name: 'web', command: ['sh', '-c', LOOP] }, { name: 'proxy', ...PORTS }]))).toEqual([]);
});
