import { batch, folders, mounting, running } from './pods';
import { completes } from '../../src/recognition/completion';

const TAIL = mounting({ '/logs': 'files' }, { name: 'reads', image: 'busybox:1.37', command: ['sh', '-c', 'tail -F /logs/app.log'] });
const bare = (app: object) => running([mounting({ '/logs': 'files' }, { name: 'app', image: 'acme/app:1', ...app }), TAIL], { volumes: folders('files'), spec: { restartPolicy: 'Never' } });

test('a bare pod that is not restarted completes if it has work that may end', () => {
  expect(completes(bare({}))).toBe(true);
  expect(completes(bare({ command: ['sh', '-c', 'work >> /logs/app.log'] }))).toBe(true);
});

test('a bare pod of servers and loops does not complete, whatever its restart policy says', () => {
  expect(completes(bare({ ports: [{ containerPort: 8080 }] }))).toBe(false);
  expect(completes(bare({ image: 'nginx:1.27' }))).toBe(false);
  expect(completes(bare({ command: ['sh', '-c', 'while true; do date >> /logs/app.log; sleep 1; done'] }))).toBe(false);
});

test('a Job completes, also with a server', () => {
  expect(completes(batch([{ name: 'app', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }, TAIL], { volumes: folders('files') }))).toBe(true);
});
