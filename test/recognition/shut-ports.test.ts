import { configMap, folders, mounting, running } from './pods';
import { probeOnLoopback } from '../../src/rules/start/probe-on-loopback';
import { says } from '../rules/check';
import { podOf, sidecar } from '../simulator/pods';

const CONFIG = [{ name: 'config', configMap: { name: 'shipper' } }];
const shipper = (image: string, port: number, rest: object = {}) => mounting({ '/etc/config': 'config', '/logs': 'logs' }, {
  name: 'shipper', image, readinessProbe: { httpGet: { path: '/health', port } }, ...rest,
});
const app = mounting({ '/logs': 'logs' }, { name: 'app', image: 'acme/app:1' });

/** Whether the readiness probe of a program with a configuration file becomes its startup probe. */
function isGate(container: ReturnType<typeof shipper>, text: string | undefined): boolean {
  const pod = running([app, container], { volumes: [...CONFIG, ...folders('logs')], beside: text === undefined ? [] : [configMap('shipper', { 'agent.conf': text })] });
  return pod.gate(pod.pod.container('shipper')).known;
}

const VECTOR = shipper('timberio/vector:0.37.0-distroless-libc', 8686);
const FLUENT_BIT = shipper('fluent/fluent-bit:3.2.1', 2020);
const COLLECTOR = shipper('otel/opentelemetry-collector:0.120.0', 13133);
const SERVICE = 'service:\n  pipelines: {}\n';

describe('a probe of the user', () => {
  test.each<[string, ReturnType<typeof shipper>, string]>([
    ['the API of Vector', VECTOR, 'api:\n  enabled: false\nsources:\n  file: {}\n'],
    ['the API of Vector in TOML', VECTOR, '[sources.file]\ntype = "file"\n'],
    ['the server of Fluent Bit', FLUENT_BIT, '[SERVICE]\n    HTTP_Server Off\n[INPUT]\n    Name tail\n'],
    ['the server of Fluent Bit by default', FLUENT_BIT, '[INPUT]\n    Name tail\n'],
    ['the health check of the collector', COLLECTOR, SERVICE],
  ])('is no gate where the configuration leaves %s off', (_name, container, text) => {
    expect(isGate(container, text)).toBe(false);
  });

  test.each<[string, ReturnType<typeof shipper>, string | undefined]>([
    ['switches it on', VECTOR, 'api:\n  enabled: true\n  address: 0.0.0.0:8686\nsources:\n  file: {}\n'],
    ['is not in the input', VECTOR, undefined],
    ['includes other files', FLUENT_BIT, '@INCLUDE service.conf\n[INPUT]\n    Name tail\n'],
    ['leaves it to a variable', FLUENT_BIT, '[SERVICE]\n    HTTP_Server ${SERVER}\n[INPUT]\n    Name tail\n'],
    ['leaves it to a flag', { ...FLUENT_BIT, args: ['-H', '-P', '2020'] }, '[INPUT]\n    Name tail\n'],
    ['has the health check', COLLECTOR, `extensions:\n  health_check:\n    endpoint: 0.0.0.0:13133\n${SERVICE}  extensions: [health_check]\n`],
  ])('is a gate where the configuration %s', (_name, container, text) => {
    expect(isGate(container, text)).toBe(true);
  });

  test('never passes there, and NS103 reports it', () => {
    const vector = sidecar('vector', { ...VECTOR, name: 'vector', readinessProbe: undefined, startupProbe: VECTOR.readinessProbe });
    const pod = podOf([app], [vector], { volumes: [...CONFIG, ...folders('logs')] });
    const beside = [configMap('shipper', { 'agent.conf': '[sources.file]\ntype = "file"\n' })];

    expect(says(probeOnLoopback, pod, { beside })).toEqual([
      "NS103 the startupProbe of 'vector' checks port 8686 of the pod, but the configuration of Vector does not open it, so the probe never passes: "
      + 'switch it on there, on all addresses, or remove the probe',
    ]);
  });
});
