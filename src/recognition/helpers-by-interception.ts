import type { Helper } from './helper';
import { PodView, repository } from './pod-view';
import { portsOf } from './program-runs';
import { settingsOf } from './settings';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** The container to which an init container redirects all traffic of the pod: the init container names its user, whose own traffic it exempts, or its port. */
export function helpersByInterception(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const { pod } = view.recognition;
  return pod.containers.filter(interceptsTraffic).flatMap(init => {
    const values = new Set(settingsOf(view.recognition, init).flatMap(({ value }) => value.split(/[\s,=:"']+/)));
    const byUser = view.runners.filter(runner => isLetThrough(runner, values));
    const proxies = byUser.length > 0 ? byUser : view.runners.filter(runner => portsOf(runner).some(port => port > 1024 && values.has(String(port))));
    return proxies.length === 1 && !found.has(proxies[0])
      ? [{ container: proxies[0], direction: 'outbound' as const, why: `'${init.name}' redirects the pod's traffic to it` }]
      : [];
  });
}

/** The containers to which an init container may redirect the traffic of the pod, because its image is called like theirs: `tapproxy-init` and `tapproxy`. */
export function mayIntercept(view: PodView): { readonly init: PodContainer; readonly proxy: PodContainer }[] {
  return view.recognition.pod.containers.filter(interceptsTraffic).flatMap(init => {
    const name = repository(init).replace(/[-_]init$/, '');
    const proxies = name === repository(init) ? [] : view.runners.filter(runner => repository(runner) === name);
    return proxies.length === 1 ? [{ init, proxy: proxies[0] }] : [];
  });
}

/** An init container that may change the routing of the pod. */
function interceptsTraffic({ role, spec }: PodContainer): boolean {
  const added: unknown = spec.securityContext?.capabilities?.add;
  return role === ContainerRole.INIT && Array.isArray(added) && added.includes('NET_ADMIN');
}

/** The user whose traffic is let through is the proxy's own. */
function isLetThrough({ spec }: PodContainer, values: ReadonlySet<string>): boolean {
  const user: unknown = spec.securityContext?.runAsUser;
  return typeof user === 'number' && user !== 0 && values.has(String(user));
}
