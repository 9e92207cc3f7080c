import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { fileNeedsAmong } from '../../recognition/file-needs';
import { initCallsOf, vainCallsOf } from '../../recognition/init-calls';
import { LoopbackCall } from '../../recognition/loopback-call';
import { isFilledBefore } from '../../recognition/one-sided-files';
import { viewOf } from '../../recognition/pod-view';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

export const usesLaterSidecar: Rule = {
  id: 'NS204',
  name: 'uses-later-sidecar',
  severity: Severity.WARNING,
  title: 'A sidecar or an init container uses a sidecar that starts after it',
  why: 'The kubelet starts init containers and sidecars in list order, and ordinary containers after all of them. A sidecar that is listed later does not run yet. An init container that calls it over loopback fails. '
    + 'A sidecar that needs it, or a file that it writes, to pass its own startup probe never passes.',
  fix: 'List a sidecar before the containers that use it.',
  example: {
    wrong: [
      'initContainers:',
      '  - name: migrate',
      '    image: ghcr.io/acme/migrate:1.0.0',
      '    args: [--db=localhost:5432]',
      '  - name: db',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '    restartPolicy: Always',
      '    ports: [{ containerPort: 5432 }]',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: db',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '    restartPolicy: Always',
      '    args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]',
      '    startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1, failureThreshold: 60 }',
      '    ports: [{ containerPort: 5432 }]',
      '  - name: migrate',
      '    image: ghcr.io/acme/migrate:1.0.0',
      '    args: [--db=localhost:5432]',
    ].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => [...ofSidecars(context), ...ofFiles(context), ...ofOrdinaryHelpers(context)],
};

function ofSidecars({ pod, mesh, recognition }: RuleContext): RuleOffense[] {
  const list = pod.containers.filter(container => container.role !== ContainerRole.MAIN);
  if (pod.sidecars.length === 0 || list.length < 2) {
    return [];
  }
  const calls = list.flatMap(from => (from.role === ContainerRole.INIT
    ? initCallsOf(recognition, from)
    : recognition.loopback.calls.filter(call => call.from === from && !call.byElimination && !canWait(recognition.helper(from.name)?.direction))));
  const late = calls.filter(({ from, to }) =>
    to.role === ContainerRole.SIDECAR && list.indexOf(from) < list.indexOf(to) && !mesh?.injected.includes(to.name));
  return eachPair(late).map(({ from, to, text }) => ({
    container: from.name,
    message: `${kind(from)} '${from.name}' uses sidecar '${to.name}' (${text}), which starts after it`,
    fix: `list '${to.name}' before '${from.name}'`,
  }));
}

/** A sidecar that is told to read a file which a later one brings into a folder that is empty until then. */
function ofFiles({ pod: { sidecars, spec }, mesh, recognition }: RuleContext): RuleOffense[] {
  if (sidecars.length < 2 || !spec.volumes) {
    return [];
  }
  const view = viewOf(recognition);
  const late = fileNeedsAmong(view, sidecars).filter(({ from, to, file, folder }) => sidecars.indexOf(from) < sidecars.indexOf(to)
    && !mesh?.injected.includes(to.name) && file !== folder.path && !isFilledBefore(view, folder)
    && !recognition.loopback.calls.some(call => call.from === to && call.to === from));
  return eachPair(late).map(({ from, to, file }) => ({
    container: from.name,
    message: `sidecar '${from.name}' reads ${file}, which sidecar '${to.name}' writes, and '${to.name}' starts after it`,
    fix: `list '${to.name}' before '${from.name}'`,
  }));
}

/** What calls an ordinary container before any of them starts. NS109 reports those that wait for one. */
function ofOrdinaryHelpers(context: RuleContext): RuleOffense[] {
  const { pod, mesh, recognition } = context;
  const inits = pod.mains.length < 2 ? [] : pod.containers.filter(({ role }) => role === ContainerRole.INIT);
  const calls = inits.flatMap(init => vainCallsOf(recognition, init)).filter(({ from, to }) => !mesh?.injected.includes(to.name)
    && !recognition.leftovers('wait-loop').some(({ container }) => container === from.name));
  return eachPair(calls).map(({ from, to, text }) => ({
    container: to.name,
    at: atContainer(pod, from),
    message: `init container '${from.name}' uses '${to.name}' (${text}), an ordinary container, which starts only after '${from.name}' exits`,
    fix: `make '${to.name}' ${nativeSidecar(context)}, and list it before '${from.name}'`,
  }));
}

function eachPair<T extends Pick<LoopbackCall, 'from' | 'to'>>(calls: readonly T[]): T[] {
  return [...new Map(calls.map(call => [`${call.from.name} ${call.to.name}`, call])).values()];
}

/** Helpers that watch or notify other containers can wait for them. */
function canWait(direction: string | undefined): boolean {
  return direction === 'observer' || direction === 'reloader' || direction === 'inbound';
}

function kind({ role }: PodContainer): string {
  return role === ContainerRole.INIT ? 'init container' : 'sidecar';
}
