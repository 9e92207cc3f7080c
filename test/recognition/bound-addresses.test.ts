import { running } from './pods';
import { unclearTies } from '../../src/recognition/ties';
import { TestContainer } from '../simulator/pods';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const one: TestContainer = { name: 'one', image: 'acme/one:4', ports: [{ containerPort: 8080 }] };
const beside = (given: object) => running([one, { name: 'two', image: 'acme/two:4', ...given }]);
const shell = (script: string) => ({ command: ['sh', '-c', script] });

describe('an address at which a container itself listens is no call, whoever declares the port', () => {
  test.each([
    ['--bind', '127.0.0.1:8080'], ['--metrics-bind-address=127.0.0.1:8080'], ['--bind-address=127.0.0.1:8080'], ['--listen', '127.0.0.1:8080'],
    ['--web.listen-address=127.0.0.1:8080'], ['--http.addr=127.0.0.1:8080'], ['-l', '127.0.0.1:8080'], ['--http-address=http://127.0.0.1:8080'],
    ['-listen-addr', 'localhost:8080'], ['--listen-client-urls=http://127.0.0.1:8080'], ['gunicorn', '-b', '127.0.0.1:8080', 'app:app'],
    ['uvicorn', 'app:app', '--host', '127.0.0.1', '--port', '8080'], ['python', 'manage.py', 'runserver', '127.0.0.1:8080'],
    ['php', '-S', '127.0.0.1:8080'], ['ssh', '-N', '-L', '127.0.0.1:8080:db.acme.example:5432', 'bastion'],
  ])('by an argument: %s %s', (...args) => {
    expect(beside({ args }).loopback.calls).toEqual([]);
    expect(unclearTies(beside({ args }))).toEqual([]);
  });

  test.each([
    { LISTEN_ADDR: '127.0.0.1:8080' }, { BIND: '127.0.0.1:8080' }, { HTTP_LISTEN: 'localhost:8080' }, { LISTEN_HOST: '127.0.0.1', LISTEN_PORT: '8080' },
  ])('by a variable: %j', variables => {
    expect(beside({ env: env(variables) }).loopback.calls).toEqual([]);
  });

  test.each([
    'exec gunicorn -b 127.0.0.1:8080 app:app', 'uvicorn app:app --host 127.0.0.1 --port 8080', 'python manage.py runserver 127.0.0.1:8080',
    'php -S 127.0.0.1:8080 -t /site', 'tool -l 127.0.0.1:8080', 'ssh -N -L 127.0.0.1:8080:db.acme.example:5432 bastion', 'ssh -D 127.0.0.1:8080 bastion',
  ])('in a script: %s', script => {
    expect(beside(shell(script)).loopback.calls).toEqual([]);
  });
});

test('the far end of a tunnel is no address of the pod', () => {
  expect(beside({ command: ['ssh', '-N', '-L', '5432:localhost:8080', 'bastion'] }).loopback.calls).toEqual([]);
  expect(beside(shell('ssh -NL 5432:localhost:8080 bastion')).loopback.calls).toEqual([]);
});

test.each<[string, object]>([
  ['a name that may mean either', { args: ['--server-addr', '127.0.0.1:8080'] }],
  ['a name that only ends like one', { env: env({ CONSUL_HTTP_ADDR: '127.0.0.1:8080' }) }],
  ['one who listens elsewhere', { env: env({ EVENT_LISTENER_URL: 'http://127.0.0.1:8080' }) }],
  ['the broker of a client', { args: ['-b', 'localhost:8080', '-t', 'orders'] }],
  ['a client that follows redirects', shell('curl -L localhost:8080/page; exec two')],
  ['a command after a server', shell('gunicorn -b 0.0.0.0:9000 app:app & curl localhost:8080/page')],
  ['a variable that a server hands on', shell('gunicorn -e QUOTES=http://localhost:8080 app:app')],
  ['the near end of a tunnel from elsewhere', { command: ['ssh', '-R', '80:localhost:8080', 'bastion'] }],
])('%s is a call', (_name, given) => {
  expect(beside(given).loopback.calls).toMatchObject([{ from: { name: 'two' }, to: { name: 'one' } }]);
});
