import { isSince, MeshBound, MeshVersion } from './mesh-version';

/** An annotation that does not do what its writer hopes. */
export interface VainAnnotation {
  /** The annotation, or a form of it. */
  readonly key: string | RegExp;
  /** Only with such a value. */
  readonly value?: RegExp;
  /** Where it is in vain: everywhere, with a native proxy, or in a Job. */
  readonly where: 'always' | 'native' | 'job';
  /** Whether it breaks something; otherwise it only has no effect. */
  readonly harmful: boolean;
  /** It still does what it says, but there is a newer way to say it. */
  readonly deprecated?: boolean;
  /** Before this release only. */
  readonly before?: MeshBound;
  /** From this release on only. */
  readonly since?: MeshBound;
  /** Why, as a sentence that begins with what the annotation is or does. */
  readonly why: string;
  /** What to do. */
  readonly fix: string;
}

/** What a pod's annotation is judged by. */
export interface AnnotationSetting {
  readonly native: boolean;
  readonly job: boolean;
  /** Of the mesh that the annotation belongs to; without it, what depends on the version is not judged. */
  readonly version?: MeshVersion;
}

const WAIT_BEFORE_EXIT = 'config.alpha.linkerd.io/proxy-wait-before-exit-seconds';
const WAIT_BEFORE_EXIT_IGNORED: MeshBound = { version: '2.20', edge: '26.5.2' };

/** What is known about annotations that are misspelt, dead, in the wrong place or in conflict. */
export const VAIN_ANNOTATIONS: readonly VainAnnotation[] = [
  misspelt('config.linkerd.io/proxy-native-sidecar', 'config.linkerd.io/proxy-enable-native-sidecar'),
  misspelt('sidecar.istio.io/native-side', 'sidecar.istio.io/nativeSidecar'),
  {
    key: 'kuma.io/sidecar-injection',
    where: 'always',
    harmful: true,
    why: 'Kuma reads it as a label, not as an annotation',
    fix: 'write it as a label',
  },
  {
    key: 'sidecar.istio.io/inject',
    where: 'always',
    harmful: false,
    deprecated: true,
    why: 'Istio still reads it, but a label of the same name wins over it',
    fix: 'write it as a label',
  },
  noSwitch(/^([^/]*\.)?cilium(\.io)?\//i, 'Cilium has no sidecar, and no switch that makes one native'),
  noSwitch(/^([^/]*\.)?kuma\.io\//i, 'Kuma has no switch for one workload: the control plane decides'),
  noSwitch(/^([^/]*\.)?opentelemetry\.io\//i, 'the OpenTelemetry operator has no switch: it is native by itself'),
  noSwitch(/^vault\.hashicorp\.com\//i, "Vault's injector has no native agent"),
  {
    key: 'config.linkerd.io/proxy-await',
    value: /^disabled$/,
    where: 'native',
    harmful: true,
    why: 'it takes the startup probe from a native proxy, so that the app may start before the proxy is ready',
    fix: 'take it away',
  },
  {
    key: WAIT_BEFORE_EXIT,
    where: 'native',
    harmful: true,
    before: WAIT_BEFORE_EXIT_IGNORED,
    why: 'Linkerd refuses to inject a native proxy with it',
    fix: 'take it away: a native proxy stops after the app by itself',
  },
  useless(WAIT_BEFORE_EXIT, 'Linkerd ignores it for a native proxy', WAIT_BEFORE_EXIT_IGNORED),
  useless('config.linkerd.io/proxy-admin-shutdown', 'a native proxy that is told to quit is started again, and a Job ends without it'),
  {
    key: 'config.linkerd.io/enable-debug-sidecar',
    value: /^(1|t|T|true|TRUE|True)$/,
    where: 'job',
    harmful: true,
    why: 'the debug sidecar is an ordinary container that never ends, so that the Job does not either',
    fix: 'take it away',
  },
  {
    ...useless('proxy.istio.io/config', 'Istio ignores holdApplicationUntilProxyStarts for a native proxy: its startup probe holds the app'),
    value: /holdApplicationUntilProxyStarts["']?\s*:\s*["']?true/,
    fix: 'take holdApplicationUntilProxyStarts away',
  },
  {
    key: 'status.sidecar.istio.io/port',
    value: /^0$/,
    where: 'native',
    harmful: true,
    why: 'it takes the startup probe from a native proxy, so that the app may start before the proxy is ready',
    fix: 'take it away',
  },
  useless('kuma.io/wait-for-dataplane-ready', 'a native sidecar of Kuma overwrites it'),
  useless('kuma.io/init-first', 'a native sidecar of Kuma stands first by itself'),
  useless('dapr.io/block-shutdown-duration', 'a native daprd is stopped after the app, so that it only delays the end of the pod'),
  {
    key: 'vault.hashicorp.com/agent-init-first',
    value: /^(1|t|T|true|TRUE|True)$/,
    where: 'native',
    harmful: true,
    why: "it puts Vault's agent before the proxy, and with the mesh's CNI plugin the agent then waits for a network that only comes with the proxy",
    fix: 'take it away',
  },
];

/** What is known about an annotation of a pod; nothing when it is none of these, or does no harm there. */
export function vainAnnotation(key: string, value: string, setting: AnnotationSetting): VainAnnotation | undefined {
  return VAIN_ANNOTATIONS.find(fact => isKey(fact, key)
    && (fact.value === undefined || fact.value.test(value))
    && (fact.where === 'always' || setting[fact.where])
    && (fact.before === undefined || (setting.version !== undefined && !isSince(setting.version, fact.before)))
    && (fact.since === undefined || (setting.version !== undefined && isSince(setting.version, fact.since))));
}

function isKey(fact: VainAnnotation, key: string): boolean {
  return typeof fact.key === 'string' ? fact.key === key : fact.key.test(key);
}

function misspelt(key: string, right: string): VainAnnotation {
  return { key, where: 'always', harmful: true, why: 'it is not a name that anything reads', fix: `write ${right}` };
}

function noSwitch(prefix: RegExp, why: string): VainAnnotation {
  return { key: new RegExp(`${prefix.source}.*native-?sidecar`, 'i'), where: 'always', harmful: true, why, fix: 'take it away' };
}

function useless(key: string, why: string, since?: MeshBound): VainAnnotation {
  return { key, where: 'native', harmful: false, why, fix: 'take it away', ...(since ? { since } : {}) };
}
