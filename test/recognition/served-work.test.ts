import { batch, helpers } from './pods';
import { unclearServers } from '../../src/recognition/unclear-servers';

const WORK = { name: 'work', image: 'ghcr.io/acme/etl:1', args: ['run'] };
const poller = (script: string) => ({ name: 'poll', image: 'curlimages/curl:8.5.0', command: ['sh', '-c', script] });
const env = (name: string, value: string) => [{ name, value }];
const seen = (containers: Parameters<typeof batch>[0]) => unclearServers(batch(containers)).map(server => server.seen);

describe('a container of a Job that another one only asks', () => {
  test.each([
    ['until it is done', 'until curl -sf http://127.0.0.1:8080/done; do sleep 2; done; curl -XPOST https://hooks.example.com/x'],
    ['for as long as it answers', 'sleep 5; while curl -sf localhost:8080/healthz; do sleep 5; done; curl https://hooks.example.com/x'],
    ['a few times', 'for i in 1 2 3; do curl localhost:8080/x; sleep 5; done'],
    ['in a function', 'check() { curl -s localhost:8080/status | grep -q done && exit 0; }; while true; do check; sleep 5; done'],
    ['and leaves when it is gone', 'while true; do curl -sf localhost:8080/healthz || exit 0; sleep 5; done'],
    ['by a variable', 'URL=http://localhost:8080; while wget -qO- $URL/metrics; do sleep 9; done'],
  ])('stays: %s', (_name, script) => {
    expect(helpers(batch([WORK, poller(script)]))).toEqual([]);
    expect(helpers(batch([{ ...WORK, ports: [{ containerPort: 8080 }] }, poller(script)]))).toEqual([]);
  });

  test('is told, because it may be a server', () => {
    expect(seen([WORK, poller('for i in 1 2 3; do curl localhost:8080/x; sleep 5; done')])).toEqual(["'work' may listen on localhost:8080, which 'poll' asks"]);
    expect(seen([WORK, poller('until curl -sf localhost:8080/done; do sleep 2; done')])).toHaveLength(1);
  });

  test.each([
    ['a server', { name: 'server', image: 'nginx:1.27' }],
    ['called like a helper', { name: 'server', image: 'acme/sql-proxy:1' }],
  ])('serves it if it is %s', (_name, server) => {
    expect(helpers(batch([poller('until curl -sf localhost:80; do sleep 1; done'), server]))).toEqual(['server: outbound']);
  });
});

describe('a container of a Job serves one that', () => {
  const server = { name: 'server', image: 'acme/shop:1', ports: [{ containerPort: 8080 }] };

  test.each([
    ['waits for it and then works', 'until curl -sf localhost:8080/ready; do sleep 1; done; npm test'],
    ['waits for it and then asks it for its work', 'until curl -sf localhost:8080/ready; do sleep 1; done; curl -sf localhost:8080/import'],
    ['sends to it', 'for f in *; do curl -sf -X POST localhost:8080/items -d @$f; done'],
  ])('%s', (_name, script) => {
    expect(helpers(batch([server, poller(script)]))).toEqual(['server: outbound']);
  });
});

describe('a container of a Job that plainly runs work stays, whoever calls it', () => {
  const caller = { name: 'watch', image: 'acme/board:1', env: env('BOARD_URL', 'http://localhost:6006') };

  test.each([
    ['a program for training', { image: 'acme/ml:1', command: ['torchrun', 'train.py'] }],
    ['the driver of Spark, which has a page', { image: 'apache/spark:3.5.0', command: ['/opt/spark/bin/spark-submit', 'app.jar'], ports: [{ containerPort: 6006 }] }],
    ['an image for migrations', { image: 'flyway/flyway:10', args: ['migrate'] }],
    ['a subcommand', { image: 'acme/shop:1', command: ['bundle', 'exec', 'rails', 'db:migrate'] }],
    ['a file', { image: 'acme/ml:1', command: ['python3', '-u', '/app/train_model.py'] }],
    ['the day that it is about', { image: 'acme/etl:1', args: ['run', '--date=today'] }],
    ['the end of a script', { image: 'acme/ml:1', command: ['sh', '-c', 'pip install -r r.txt && exec python train.py'] }],
    ['that it exits', { image: 'acme/receiver:1', args: ['--exit-after=1'], ports: [{ containerPort: 6006 }] }],
  ])('%s', (_name, work) => {
    expect(helpers(batch([{ name: 'work', ...work }, caller]))).toEqual([]);
    expect(seen([{ name: 'work', ...work }, caller])).toEqual([]);
  });

  test.each([
    ['migrations come before a server', { image: 'acme/shop:1', command: ['sh', '-c', 'python manage.py migrate && gunicorn shop'] }],
    ['the same program serves', { image: 'acme/ml:1', command: ['dbt', 'docs', 'serve'] }],
  ])('unless %s', (_name, server) => {
    expect(helpers(batch([{ name: 'server', ...server }, caller]))).toEqual(['server: outbound']);
  });
});

test('one that gives another container of a Job its part of the work has work, too', () => {
  const worker = { name: 'worker', image: 'acme/w:1', args: ['--coordinator=localhost:5000'] };

  expect(helpers(batch([worker, { name: 'coordinator', image: 'acme/c:1', ports: [{ containerPort: 5000 }] }]))).toEqual([]);
  expect(helpers(batch([{ ...worker, args: ['--quotes=localhost:5000'] }, { name: 'quotes', image: 'acme/c:1', ports: [{ containerPort: 5000 }] }]))).toEqual(['quotes: outbound']);
});
