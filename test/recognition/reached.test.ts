import { helpers, running, service } from './pods';
import { unclearTies } from '../../src/recognition/ties';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));
const dns = { spec: { dnsPolicy: 'None', dnsConfig: { nameservers: ['127.0.0.1'] } } };
const resolver = { name: 'names', image: 'acme/sinkhole:5', ports: [{ containerPort: 53, protocol: 'UDP' }, { containerPort: 80 }] };

describe('a nameserver of the whole pod', () => {
  const exporter = { name: 'numbers', image: 'acme/sinkhole-exporter:1', ports: [{ containerPort: 9617 }] };
  const web = { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }] };

  test('is the app if only an exporter is beside it', () => {
    expect(helpers(running([resolver, exporter], dns))).toEqual(['numbers: observer']);
    expect(unclearTies(running([resolver, exporter], dns))).toEqual([]);
  });

  test('is a helper if an app is beside it', () => {
    expect(helpers(running([resolver, web], dns))).toEqual(['names: outbound']);
    expect(helpers(running([resolver, exporter, web], dns))).toEqual(['names: outbound', 'numbers: observer']);
  });

  test('gets no gate from a liveness probe that asks whether another port is open', () => {
    const probed = (probes: object) => running([{ ...resolver, ...probes }, web], dns);
    const gate = (probes: object) => { const one = probed(probes); return one.gate(one.pod.container('names')).known; };

    expect(gate({ livenessProbe: { tcpSocket: { port: 80 } } })).toBe(false);
    expect(gate({ livenessProbe: { tcpSocket: { port: 53 } } })).toBe(true);
    expect(gate({ livenessProbe: { httpGet: { path: '/', port: 80 } } })).toBe(true);
    expect(gate({ readinessProbe: { tcpSocket: { port: 80 } } })).toBe(true);
  });
});

describe('a port of the node', () => {
  const caller = { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }], env: env({ QUOTES_URL: 'http://localhost:9009' }) };
  const called = (port: object) => ({ name: 'quotes', image: 'acme/quotes:1', ports: [{ containerPort: 9009, ...port }] });

  test('leads others to a container, as a Service does', () => {
    expect(helpers(running([caller, called({})]))).toEqual(['quotes: outbound']);
    expect(helpers(running([caller, called({ hostPort: 9009 })]))).toEqual([]);
    expect(running([caller, called({ hostPort: 9009 })]).app).toMatchObject({ container: { name: 'quotes' }, why: 'it has a port of the node' });
    expect(helpers(running([caller, called({})], { beside: [service(9009)] }))).toEqual([]);
  });

  test('leads nobody there if it is for metrics, or on loopback', () => {
    expect(helpers(running([caller, called({ hostPort: 9009, name: 'metrics' })]))).toEqual(['quotes: outbound']);
    expect(helpers(running([caller, called({ hostPort: 9009, hostIP: '127.0.0.1' })]))).toEqual(['quotes: outbound']);
  });

  describe('is every declared port in the network of the node', () => {
    const spec = { hostNetwork: true };
    const portless = { ...caller, ports: undefined };

    test('so that the only container with one is the app', () => {
      expect(helpers(running([portless, called({})]))).toEqual(['quotes: outbound']);
      expect(helpers(running([portless, called({})], { spec }))).toEqual([]);
      expect(running([portless, called({})], { spec }).app).toMatchObject({ container: { name: 'quotes' }, why: 'it has a port of the node' });
    });

    test('and of two with one, either may be, whether the API server has written their ports or not', () => {
      const stored = [{ ...caller, ports: [{ containerPort: 8080, hostPort: 8080 }] }, called({ hostPort: 9009 })];

      expect([[caller, called({})], stored].map(containers => helpers(running(containers, { spec })))).toEqual([[], []]);
      expect(unclearTies(running(stored, { spec })).map(({ seen }) => seen)).toEqual(["'web' calls 'quotes' (localhost:9009)"]);
    });

    test('which does not count where it is for operators, or where the container listens on loopback', () => {
      expect(helpers(running([caller, called({ name: 'healthz' })], { spec }))).toEqual(['quotes: outbound']);
      expect(helpers(running([caller, { ...called({}), args: ['--listen=127.0.0.1:9009'] }], { spec }))).toEqual(['quotes: outbound']);
    });

    test('which does not make an app of a program that serves others or looks after them', () => {
      const shipper = { name: 'logs', image: 'fluent/fluent-bit:3.2', ports: [{ containerPort: 2020 }] };

      expect(helpers(running([caller, shipper], { spec }))).toEqual(['logs: shipper']);
    });
  });
});

describe.each(['ubuntu/squid:5.2', 'vimagick/tinyproxy:latest', 'vimagick/privoxy:latest', 'acme/egress:1'])('a forward proxy with the only port (%s)', image => {
  const proxy = (port: object = {}) => ({ name: 'proxy', image, ports: [{ containerPort: 3128, ...port }] });
  const client = (more: object = {}) => ({ name: 'client', image: 'acme/client:1', env: env({ HTTP_PROXY: 'http://localhost:3128' }), ...more });

  test('is the helper of a client that sends through it', () => {
    expect(helpers(running([proxy(), client()]))).toEqual(['proxy: outbound']);
    expect(helpers(running([proxy(), client({ ports: [{ containerPort: 8080 }] })], { beside: [service(8080)] }))).toEqual(['proxy: outbound']);
  });

  test('is the app if a Service or a port of the node leads others to it', () => {
    const onNode = [running([proxy({ hostPort: 3128 }), client()]), running([proxy(), client()], { spec: { hostNetwork: true } })];
    const pods = [running([proxy(), client()], { beside: [service(3128)] }), ...onNode];

    expect(pods.map(pod => [helpers(pod), pod.app?.container.name])).toEqual([[[], 'proxy'], [[], 'proxy'], [[], 'proxy']]);
  });

  test('is told as unclear if Services lead to both', () => {
    const pod = running([proxy(), client({ ports: [{ containerPort: 8080 }] })], { beside: [service(3128, 8080)] });

    expect([helpers(pod), unclearTies(pod).map(({ to }) => to.name)]).toEqual([[], ['proxy']]);
  });
});
