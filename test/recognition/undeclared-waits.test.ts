import { batch, running } from './pods';
import { unclearTies } from '../../src/recognition/ties';
import { unclearServers } from '../../src/recognition/unclear-servers';

const waiting = (loop: string) => ({ name: 'web', image: 'acme/shop:1', command: ['bash', '-c', `${loop}; do sleep 1; done; exec ./shop`] });
const bridge = { name: 'bridge', image: 'acme/bridge:1' };
const ties = (...given: Parameters<typeof running>) => unclearTies(running(...given)).map(({ seen, to }) => [to.name, seen]);

describe('a loop that waits for a port which no container declares', () => {
  test.each([
    ["while ! ss -ltn | grep -q ':9123 '", 'ss :9123'],
    ['until netstat -an | grep 9123', 'netstat :9123'],
    ['until lsof -i :9123', 'lsof :9123'],
    ['until (echo > /dev/tcp/127.0.0.1/9123) 2>/dev/null', '/dev/tcp/127.0.0.1/9123'],
  ])('ties its container to the other one: %s', (loop, text) => {
    expect(ties([waiting(loop), bridge])).toEqual([['bridge', `'web' waits for port 9123 (${text}), which no container declares`]]);
  });

  const loop = 'until lsof -i :9123';

  test('means one that declares no port rather than one that declares another', () => {
    expect(ties([waiting(loop), { name: 'other', image: 'acme/other:1', ports: [{ containerPort: 80 }] }, bridge]).map(([to]) => to)).toEqual(['bridge']);
    expect(ties([waiting(loop), { ...bridge, ports: [{ containerPort: 80 }] }]).map(([to]) => to)).toEqual(['bridge']);
  });

  test.each<[string, Parameters<typeof running>]>([
    ['the other one only reads files', [[waiting(loop), { name: 'logs', image: 'fluent/fluent-bit:4.0.1' }]]],
    ['the other one is of the same image', [[waiting(loop), { name: 'more', image: 'acme/shop:1' }]]],
    ['an injector adds what listens', [[waiting(loop), bridge], { annotations: { 'vault.hashicorp.com/agent-inject': 'true' } }]],
    ['the pod is in the network of its node', [[waiting(loop), bridge], { spec: { hostNetwork: true } }]],
  ])('ties nothing where %s', (_name, given) => {
    expect(ties(...given)).toEqual([]);
  });

  test('shows in a Job which container may be a server', () => {
    const servers = (...containers: Parameters<typeof batch>[0][number][]) => unclearServers(batch(containers)).map(({ seen }) => seen);

    expect(servers(waiting(loop), bridge)).toEqual(["'bridge' may listen on port 9123, for which 'web' waits (lsof :9123)"]);
    expect(servers(waiting('until test -f /done'), bridge)).toEqual([]);
  });
});
