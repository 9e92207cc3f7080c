import { Severity } from '../engine/finding';
import { Offence, Rule, RuleContext } from '../engine/rule';

/** How a pod keeps out of a mesh. */
const OPT_OUTS: readonly { readonly mesh: string; readonly key: string; readonly value: string }[] = [
  { mesh: 'Istio', key: 'sidecar.istio.io/inject', value: 'false' },
  { mesh: 'Linkerd', key: 'linkerd.io/inject', value: 'disabled' },
  { mesh: 'Kuma', key: 'kuma.io/sidecar-injection', value: 'disabled' },
  { mesh: 'Consul', key: 'consul.hashicorp.com/connect-inject', value: 'false' },
];

export const jobOutsideMesh: Rule = {
  id: 'NS510',
  name: 'job-outside-mesh',
  severity: Severity.INFO,
  title: 'A Job need not keep out of its mesh in order to end',
  why: 'Jobs were kept out because an ordinary proxy keeps them alive. A native one ends with the work, and inside of the mesh the Job has its identity, encryption and policies.',
  fix: 'Where that was the reason, join the mesh with a native proxy.',
  example: {
    wrong: ['kind: Job', 'spec:', '  template:', '    metadata:', '      labels: { sidecar.istio.io/inject: "false" }'].join('\n'),
    right: ['kind: Job', 'spec:', '  template:', '    metadata:', '      labels: { sidecar.istio.io/inject: "true" }', '      annotations: { sidecar.istio.io/nativeSidecar: "true" }'].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, mesh }: RuleContext): Offence[] => {
    if (!pod.job || mesh) {
      return [];
    }
    const { labels, annotations } = pod.metadata;
    const isWritten = (key: string, value: string) => String(labels?.[key]) === value || String(annotations?.[key]) === value;
    return OPT_OUTS.filter(({ key, value }) => isWritten(key, value)).map(({ mesh: name, key, value }) => ({
      message: `the Job keeps out of ${name} (${key}: ${value}), which it need not in order to end`,
      fix: 'if that was the reason, let it join with a native proxy',
    }));
  },
};
