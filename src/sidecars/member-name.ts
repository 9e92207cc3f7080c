/**
 * The name of a property as the language of the caller spells it: `activeDeadline` is `active_deadline` in Python, and `ActiveDeadline` in Go and .NET.
 *
 * @param agent the runtime of jsii that started this process, which sets this variable: `Python/3.12.1`, `go1.25/linux/amd64`, `DotNet/8.0`, `Java/17`
 */
export function memberName(name: string, agent: string = process.env.JSII_AGENT ?? ''): string {
  if (/^python/i.test(agent)) {
    return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`);
  }
  return /^(go|dotnet)/i.test(agent) ? name[0].toUpperCase() + name.slice(1) : name;
}

/** The members of constructs that findings name. The fields of Kubernetes keep their names. */
const IN_FINDINGS = [
  'startsAfterInit', 'startsAfter', 'preStopDelay', 'imageHasSleep', 'nativeSidecar', 'podTemplate', 'envVariables',
  'adminPort', 'apiProxyPort', 'appPort', 'grpcPort', 'healthPort', 'httpPort', 'listenPort', 'metricsPort', 'readyPort',
];
/** In quotes, or called. */
const MEMBER = new RegExp(`\\b(${IN_FINDINGS.join('|')})(?=['(])`, 'g');

/** A finding of this library with the names of members as the language of the caller spells them. */
export function withMemberNames<T extends Spoken>(finding: T, agent: string = process.env.JSII_AGENT ?? ''): T {
  if (agent === '' || !finding.rule.startsWith('NS')) {
    return finding;
  }
  const spoken = (text: string) => text.replace(MEMBER, name => memberName(name, agent));
  return { ...finding, message: spoken(finding.message), fix: spoken(finding.fix) };
}

interface Spoken {
  readonly rule: string;
  readonly message: string;
  readonly fix: string;
}
