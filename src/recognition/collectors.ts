import { PodView, repository } from './pod-view';
import { portsOf } from './program-runs';
import { portsOfServices } from './reached';
import { isGiven, sharedFolders } from './shared-files';
import { defaultPorts } from '../knowledge/payloads';
import { KnownProgram } from '../knowledge/programs/program';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** The usual ports at which shippers receive logs: of Fluentd, syslog, Beats and OTLP. */
const RECEIVES_LOGS: ReadonlySet<number> = new Set([24224, 24225, 9880, 5170, 514, 601, 1514, 5140, 6514, 5044, 4317, 4318]);

/** Whether a program collects what other pods send: Services lead to it, or it has the only port of the pod, and no container here is seen to send anything to it. */
export function collectsForOthers(view: PodView, container: PodContainer, { direction, collects }: KnownProgram): boolean {
  if (view.loopback.calls.some(call => call.to === container)) {
    return false;
  }
  if (direction === 'shipper') {
    return view.targets.has(container) || isAlone(view, container);
  }
  const usual = collects ? defaultPorts(repository(container)) : [];
  return !view.runsToCompletion && view.targets.size > 1 && portsOfServices(view.recognition, container).some(port => usual.includes(port));
}

/** Whether a shipper receives at the only port of a pod that runs forever, and has no folder that another container could write logs to. */
function isAlone(view: PodView, container: PodContainer): boolean {
  const receives = portsOf(container).some(port => RECEIVES_LOGS.has(port));
  return receives && !view.runsToCompletion
    && !view.runners.some(other => other !== container && other.role === ContainerRole.MAIN && view.faces(other))
    && !sharesLogs(view, container);
}

/** Whether a shipper sends to an ordinary container of its pod, and has nothing to read of any other: it must not start before that one, nor stop after it. */
export function shipsIntoPod(view: PodView, container: PodContainer): boolean {
  if (view.runsToCompletion || container.role !== ContainerRole.MAIN) {
    return false;
  }
  const sends = view.loopback.calls.some(({ from, to, isNamed, byElimination }) => from === container && isNamed && !byElimination
    && to.role === ContainerRole.MAIN && view.program(to) === undefined);
  return sends && !sharesLogs(view, container);
}

/** Whether another container can write into a folder that a shipper has, apart from that of its own configuration. */
function sharesLogs(view: PodView, container: PodContainer): boolean {
  const { recognition: { pod }, runners } = view;
  const words = view.wordsOf(container);
  const folders = sharedFolders(pod, runners, volume => !isGiven(volume));
  const own = folders.filter(folder => folder.container === container && !words.some(word => isConfiguration(word, folder.path)));
  return folders.some(other => other.container !== container && !other.readOnly && own.some(({ place }) => place === other.place));
}

/** Whether a word names a file of a folder that a program reads its settings from. */
function isConfiguration(word: string, folder: string): boolean {
  return word.includes(folder.endsWith('/') ? folder : `${folder}/`) && /\.(conf|cfg|ya?ml|json|toml|ini|alloy|river)$/.test(word);
}
