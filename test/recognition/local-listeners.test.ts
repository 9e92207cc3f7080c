import { configMap, helpers, running } from './pods';

const WEB = { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }] };
const RESOLVER = { name: 'dns', image: 'coredns/coredns:1.11.1', ports: [{ containerPort: 53, protocol: 'UDP' }], readinessProbe: { tcpSocket: { port: 53 } } };
const spec = { dnsPolicy: 'None', dnsConfig: { nameservers: ['127.0.0.53'] } };
const volumes = [{ name: 'conf', configMap: { name: 'conf' } }];

function gateWith(text: string): string {
  const resolver = { ...RESOLVER, volumeMounts: [{ name: 'conf', mountPath: '/etc/dns' }] };
  const pod = running([WEB, resolver], { spec, volumes, beside: [configMap('conf', { 'dns.conf': text })] });
  const gate = pod.gate(pod.pod.container('dns'));
  return gate.known ? 'open' : gate.why;
}

describe('a probe of a port that the configuration binds to loopback is no gate', () => {
  test.each([
    ['CoreDNS', '.:53 {\n  bind 127.0.0.53\n  forward . 10.0.0.10\n}'],
    ['CoreDNS, by the interface', '.:53 {\n  bind lo\n}'],
    ['dnsmasq', 'listen-address=127.0.0.53\nbind-interfaces\n'],
    ['Unbound', 'server:\n  interface: 127.0.0.53@53\n'],
    ['any with a port', 'listen: 127.0.0.1:53\n'],
  ])('%s', (_name, text) => {
    expect(gateWith(text)).toBe('its program is unknown, and none of its other probes can serve as one');
  });

  test.each([
    ['it listens on another address, too', '.:53 {\n  bind 127.0.0.53 \n}\nlan:53 {\n  bind 10.0.0.1\n}'],
    ['it listens on all addresses', 'listen 53\n'],
    ['another port is on loopback', 'listen: 127.0.0.1:8081\n'],
    ['nothing is told', 'forward . 10.0.0.10\n'],
  ])('but may be one if %s', (_name, text) => {
    expect(gateWith(text)).toBe('open');
  });
});

test('a call to any address of loopback is one of the pod', () => {
  const caller = { ...WEB, env: [{ name: 'QUOTES_URL', value: 'http://127.0.0.2:9009' }] };
  const quotes = { name: 'quotes', image: 'acme/quotes:1', args: ['--listen=127.0.0.2:9009'], ports: [{ containerPort: 9009 }] };

  expect(helpers(running([caller, quotes]))).toEqual(['quotes: outbound']);
});
