import { helpers, running } from './pods';
import { unclearTies } from '../../src/recognition/ties';
import { TestContainer } from '../simulator/pods';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const shop: TestContainer = { name: 'shop', image: 'acme/shop:4', ports: [{ containerPort: 8080 }] };
const second = (given: object, ...ports: number[]): TestContainer => ({ name: 'second', image: 'acme/second:2', ports: ports.map(containerPort => ({ containerPort })), ...given });

const ONLOOKERS: [string, object][] = [
  ['a setting that scrapes', { args: ['--nginx.scrape-uri=http://localhost:8080/page'] }],
  ['a path with the state of a server', { args: ['--uri', 'http://localhost:8080/stub_status'] }],
  ['a path with metrics', { env: env({ QUOTES: 'http://localhost:8080/metrics' }) }],
  ['a path with a query', { env: env({ QUOTES: 'http://localhost:8080/server-status?auto' }) }],
  ['a path below that of Jolokia', { env: env({ QUOTES: 'http://localhost:8080/jolokia/read' }) }],
  ['a tunnel to it', { args: ['tunnel', '--no-autoupdate', '--url', 'http://localhost:8080'] }],
  ['a port of another host that leads to it', { command: ['ssh', '-N', '-R', '80:localhost:8080', 'bastion.acme.example'] }],
  ['such a port in a script', { command: ['sh', '-c', 'exec ssh -NR 0.0.0.0:80:localhost:8080 bastion.acme.example'] }],
];

describe('one that another container observes or exposes', () => {
  test.each(ONLOOKERS)('is no helper of it: %s', (_name, given) => {
    const isSeen = expect.objectContaining({ to: expect.objectContaining({ name: 'shop' }), isOnlooking: true });

    expect(helpers(running([shop, second(given)]))).toEqual([]);
    expect(helpers(running([shop, second(given, 9253)]))).toEqual([]);
    expect(running([shop, second(given)]).loopback.calls).toEqual([isSeen]);
  });

  test.each(ONLOOKERS)('is no helper either if it declares no port, or is called like one: %s', (_name, given) => {
    expect(helpers(running([{ name: 'shop', image: 'acme/shop:4' }, second(given, 9253)]))).toEqual([]);
    expect(helpers(running([{ ...shop, image: 'acme/policy-cache:4' }, second(given, 9253)]))).toEqual([]);
  });

  test('is told as unclear', () => {
    expect(unclearTies(running([shop, second(ONLOOKERS[0][1], 9253)])).map(({ seen }) => seen)).toEqual(["'second' calls 'shop' (localhost:8080)"]);
  });

  test('does not carry what the other one sends if it is a proxy', () => {
    const envoy = { name: 'envoy', image: 'envoyproxy/envoy:v1.30.1', ports: [{ containerPort: 9901 }] };

    expect(helpers(running([envoy, second({ args: ['--scrape-uri=http://localhost:9901/stats'] }, 9253)]))).toEqual(['envoy: inbound']);
  });

  test.each([
    ['a setting with a name of its own', { env: env({ GEO: 'http://localhost:8080/lookup' }) }],
    ['a path that metrics are sent to', { env: env({ QUOTES: 'http://localhost:8080/v1/metrics' }) }],
    ['a path that only begins so', { env: env({ QUOTES: 'http://localhost:8080/metrics/job/shop' }) }],
    ['a variable by which one sends through another', { env: env({ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://localhost:8080/metrics' }) }],
  ])('is a helper by another call: %s', (_name, given) => {
    expect(helpers(running([shop, second(given, 9253)]))).toEqual(['shop: outbound']);
  });

  test.each([
    ['--endpoint', '127.0.0.1:8080'],
    ['--url', 'http://127.0.0.1:8080'],
  ])('is unclear where the setting only says that it is an address: %s', (...args) => {
    expect(helpers(running([shop, second({ args })]))).toEqual([]);
    expect(unclearTies(running([shop, second({ args })]))).toHaveLength(1);
  });

  test('is unclear where it is what phpMyAdmin shows', () => {
    const given = { env: env({ PMA_HOST: '127.0.0.1', PMA_PORT: '8080' }) };

    expect(helpers(running([shop, second(given, 80)]))).toEqual([]);
    expect(unclearTies(running([shop, second(given, 80)]))).toHaveLength(1);
  });
});
