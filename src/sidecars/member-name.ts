import { languageOf } from '../data/language';
import { speakTo } from '../data/wording';

/** What the runtime of jsii that started this process calls itself. */
function runtime(): string {
  return process.env.JSII_AGENT ?? '';
}

speakTo(runtime);

/** The members of constructs that findings name. The fields of Kubernetes keep their names. */
const IN_FINDINGS = [
  'startsAfterInit', 'startsAfter', 'preStopDelay', 'imageHasSleep', 'nativeSidecar', 'podTemplate', 'envVariables', 'envPrefix', 'onFailure',
  'adminPort', 'apiProxyPort', 'appPort', 'grpcPort', 'healthPort', 'httpPort', 'listenPort', 'metricsPort', 'readyPort',
];
/** In quotes, called, or set to a value of a class. */
const MEMBER = new RegExp(`\\b(${IN_FINDINGS.join('|')})(?=['(]|: [A-Z]\\w+\\.)`, 'g');
/** The classes whose static methods findings name. */
const STATIC_METHOD = /\b(StartupGate|SidecarFailure|PodLifecycle|KubernetesVersion)\.([a-z]\w*)(?=\()/g;

/** A finding of this library with the names of members as the language of the caller spells them. */
export function withMemberNames<T extends Spoken>(finding: T, agent: string = runtime()): T {
  const language = languageOf(agent);
  if (!language || !finding.rule.startsWith('NS')) {
    return finding;
  }
  const spoken = (text: string) => text
    .replace(MEMBER, name => language.member(name))
    .replace(STATIC_METHOD, (_, owner, own) => language.ofClass(owner, own));
  return { ...finding, message: spoken(finding.message), fix: spoken(finding.fix) };
}

interface Spoken {
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
}
