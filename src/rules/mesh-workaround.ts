import { Severity } from './finding';
import { isNativeMesh, Offence, ownContainers, Rule, RuleContext } from './rule';
import { PodContainer } from '../lifecycle/pod';

const QUIT_CALL = /quitquitquit|:4191\/shutdown|:3500\/v1\.0\/shutdown|pkill.*(pilot-agent|envoy|linkerd)/;
const AWAIT_WRAPPER = /\b(linkerd-await|scuttle|envoy-preflight)\b|pilot-agent wait/;

/** A call that tells the proxy to quit, so that a Job ends. */
export const quitCall: Rule = {
  id: 'NS501',
  name: 'quit-call',
  severity: Severity.WARNING,
  title: 'A native proxy that is told to quit is only started again',
  check: (context: RuleContext): Offence[] => inNativeMesh(context, QUIT_CALL).map(({ name, found }) => ({
    container: name,
    message: `'${name}' tells the proxy to quit (${found}): a native proxy is started again until the work is done, and needs no telling`,
    fix: 'take the call away',
  })),
};

/** A wrapper that waits for the proxy before the app starts. */
export const awaitWrapper: Rule = {
  id: 'NS502',
  name: 'await-wrapper',
  severity: Severity.WARNING,
  title: 'An app behind a native proxy starts when the proxy is up, without a wrapper',
  check: (context: RuleContext): Offence[] => inNativeMesh(context, AWAIT_WRAPPER).map(({ name, found }) => ({
    container: name,
    message: `'${name}' waits for the proxy itself (${found}): it only starts once a native proxy is up`,
    fix: 'run the real command',
  })),
};

function inNativeMesh(context: RuleContext, pattern: RegExp): { name: string; found: string }[] {
  return isNativeMesh(context) ? ownContainers(context).flatMap(container => {
    const found = pattern.exec(commandLine(container));
    return found ? [{ name: container.name, found: found[0] }] : [];
  }) : [];
}

function commandLine(container: PodContainer): string {
  const { command, args, lifecycle } = container.spec;
  const hooks = [lifecycle?.postStart, lifecycle?.preStop].flatMap(hook => [...(hook?.exec?.command ?? []), hook?.httpGet?.path ?? '']);
  return [...(command ?? []), ...(args ?? []), ...hooks].join(' ');
}
