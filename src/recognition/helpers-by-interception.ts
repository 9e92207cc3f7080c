import type { Helper } from './helper';
import { PodView, repository } from './pod-view';
import { portsOf } from './program-runs';
import type { RecognizedPod } from './recognized';
import { listOf } from '../data/json';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** A container to which an init container redirects the traffic of the pod. */
export interface Interception {
  readonly init: PodContainer;
  readonly proxy: PodContainer;
  /** What arrives from outside goes through it, and nothing that the pod sends. */
  readonly inboundOnly: boolean;
  /** Whatever arrives goes through it, also the probes of a kubelet. */
  readonly everyPort: boolean;
}

/** The containers to which init containers redirect traffic of the pod: the init container names its user, whose own traffic it exempts, or its port. */
export function interceptions(view: PodView): Interception[] {
  return view.recognition.once(findInterceptions, view);
}

function findInterceptions(_: RecognizedPod, view: PodView): Interception[] {
  return view.recognition.pod.containers.filter(interceptsTraffic).flatMap(init => {
    const text = (view.recognition.runCommand(init)?.words ?? []).join(' ');
    const told = listOf(init.spec.env).filter(({ name }) => ABOUT_PROXY.test(String(name))).map(({ value }) => String(value));
    const { users, ports } = redirection(text, addsNetAdmin(init) ? told : undefined);
    const byUser = view.runners.filter(({ spec }) => users.has(spec.securityContext?.runAsUser));
    // What has the only port is what the pod is there for.
    const isOnlyOne = (runner: PodContainer) => !view.runners.some(other => other !== runner && view.faces(other));
    const byPort = () => view.runners.filter(runner => portsOf(runner).some(port => port > 1024 && ports.has(port)) && !isOnlyOne(runner));
    const proxies = byUser.length > 0 ? byUser : byPort();
    return proxies.length === 1 ? [{ init, proxy: proxies[0], inboundOnly: text.includes('PREROUTING') && !text.includes('OUTPUT'), everyPort: takesEveryPort(text) }] : [];
  });
}

/** Whether a rule of iptables redirects what arrives, at whatever port. */
function takesEveryPort(text: string): boolean {
  return text.split(/[;\n]|&&/).some(rule => rule.includes('PREROUTING') && REDIRECTS.test(rule) && !/--(dports?|destination-ports?)\b/.test(rule));
}

/** Rules of a firewall that send traffic elsewhere in the pod, the users whose own traffic they exempt, and the ports to which they send it. */
const REDIRECTS = /\b(REDIRECT|TPROXY|DNAT)\b/;
const EXEMPT = /! --uid-owner[= ](\d{1,9})|--uid-owner[= ](\d{1,9})[^;\n]{0,200}-j (?:RETURN|ACCEPT)/g;
const TARGET = /--(?:to-ports?|on-port)[= ](\d{2,5})|--to-destination[= ][\w.:]{0,64}:(\d{2,5})/g;

/** Variables by which a program that sets such rules is told of the proxy. */
const ABOUT_PROXY = /proxy|redirect|inbound|outbound|envoy/i;

/** The users and ports that an init container names: in the rules of iptables that it sets, or by the flags and variables of a program that may set them. */
function redirection(
  text: string, told: readonly string[] | undefined,
): { readonly users: ReadonlySet<unknown>; readonly ports: ReadonlySet<number> } {
  const numbers = (pattern: RegExp, source = text) => new Set([...source.matchAll(pattern)].map(match => Number(match[1] ?? match[2])));
  if (/\biptables\b|\bnft\b/.test(text) && REDIRECTS.test(text)) {
    return { users: numbers(EXEMPT), ports: numbers(TARGET) };
  }
  // Other tools and scripts name numbers for reasons of their own.
  const isProgram = told !== undefined && !/(^|[\s/])(sh|bash|ash|ip|sysctl|iptables(-\w+)?|nft|chown|chmod)( |$)/.test(text);
  const flagged = isProgram ? numbers(/(?<=^|[\s=,])(\d{1,9})(?=$|[\s,])/g, [text, ...told].join(' ')) : new Set<number>();
  return { users: new Set([...flagged].filter(user => user > 0)), ports: flagged };
}

/** The containers to which the traffic of the pod is redirected. */
export function helpersByInterception(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  return interceptions(view).filter(({ proxy }) => !found.has(proxy)).map(({ init, proxy, inboundOnly }) => ({
    container: proxy,
    direction: inboundOnly ? 'inbound' : 'outbound',
    why: `'${init.name}' redirects the pod's traffic to it`,
  }));
}

/** The containers to which an init container may redirect the traffic of the pod, because its image is called like theirs: `tapproxy-init` and `tapproxy`. */
export function mayIntercept(view: PodView): Pick<Interception, 'init' | 'proxy'>[] {
  return view.recognition.pod.containers.filter(addsNetAdmin).flatMap(init => {
    const name = repository(init).replace(/[-_]init$/, '');
    const proxies = name === repository(init) ? [] : view.runners.filter(runner => repository(runner) === name);
    return proxies.length === 1 ? [{ init, proxy: proxies[0] }] : [];
  });
}

/** An init container that may change the routing of the pod. */
function interceptsTraffic(container: PodContainer): boolean {
  return addsNetAdmin(container) || (container.role === ContainerRole.INIT && container.spec.securityContext?.privileged === true);
}

function addsNetAdmin({ role, spec }: PodContainer): boolean {
  const added: unknown = spec.securityContext?.capabilities?.add;
  return role === ContainerRole.INIT && Array.isArray(added) && added.includes('NET_ADMIN');
}
