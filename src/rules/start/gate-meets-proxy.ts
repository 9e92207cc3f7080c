import { meetsProxy } from './probe-at-proxy';
import { Severity } from '../engine/finding';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const gateMeetsProxy: Rule = {
  id: 'NS121',
  name: 'gate-meets-proxy',
  severity: Severity.WARNING,
  title: 'A probe of a sidecar that the mesh proxy answers says nothing about the sidecar',
  why: 'A mesh redirects probes of the kubelet to its proxy. The proxy of Linkerd accepts every TCP connection before it connects to the sidecar, so a tcpSocket probe passes too '
    + 'early. The proxy of Consul asks for a client certificate, which the kubelet does not have, so HTTP and gRPC probes of a sidecar other than its startup probe fail; TCP probes pass without reaching the sidecar.',
  fix: 'Use an HTTP or exec probe, or exclude the port of the probe from the redirection.',
  example: {
    wrong: `metadata:
  annotations: { linkerd.io/inject: enabled }
spec:
  initContainers:
  - name: cache
    image: memcached:1.6.45-alpine
    restartPolicy: Always
    startupProbe: { tcpSocket: { port: 11211 }, periodSeconds: 1 }`,
    right: `metadata:
  annotations: { linkerd.io/inject: enabled }
spec:
  initContainers:
  - name: cache
    image: memcached:1.6.45-alpine
    restartPolicy: Always
    startupProbe: { exec: { command: [nc, -z, localhost, "11211"] }, periodSeconds: 1 }`,
  },
  since: '0.1.0',
  needs: 'mesh',
  check: (context: RuleContext): RuleOffense[] => meetsProxy(context),
};
