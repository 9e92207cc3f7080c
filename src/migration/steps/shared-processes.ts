import { PodModel, PodContainer } from '../../kubernetes/pod';
import { Recognition } from '../../recognition/recognition';
import { Draft } from '../draft';

const FLAG = 'shareProcessNamespace';
/** Commands that inspect processes, or send them signals. */
const LOOKS_AT_PROCESSES = /\b(pkill|killall|pgrep|pidof|nsenter|strace|gdb|perf|jcmd|jmap|jstack|py-spy)\b|\/proc\/(\d|\$|\*)/;

/**
 * Removes shareProcessNamespace if it served a kill that is removed and no other container may need it.
 *
 * @param now returns the pod with the edits so far; called only where it matters
 */
export function unshareProcesses(draft: Draft, now: () => PodModel): void {
  const kills = draft.recognition.leftovers('shared-pid-kill').filter(kill => draft.isAboutNative(kill));
  if (kills.length === 0) {
    adviseOnUnusedSharing(draft);
    return;
  }
  const killers = new Set(kills.map(({ container }) => container));
  const user = userOf(new Recognition(now(), draft.recognition.surroundings, draft.recognition.ownPrograms), draft, killers);
  if (user !== undefined) {
    draft.note('NS505', `${FLAG} stays, because '${user}' may inspect the processes of other containers: remove the field if it does not`);
    return;
  }
  draft.add({ kind: 'remove', path: [...draft.specPath, FLAG], rule: 'NS505', why: 'no container needs to see the processes of other containers anymore' });
}

/** Notes that the work of a Job probably killed what is native now, by what its image does: the manifest shows no other use of the shared processes. */
function adviseOnUnusedSharing(draft: Draft): void {
  const { pod, recognition } = draft;
  const helpers = draft.moved.filter(container => recognition.helper(container.name)?.direction !== 'shipper');
  if (!pod.job || pod.spec[FLAG] !== true || helpers.length === 0 || userOf(recognition, draft, new Set()) !== undefined) {
    return;
  }
  const names = helpers.map(({ name }) => `'${name}'`).join(', ');
  draft.note('NS505', `${FLAG} stays, but no container of the manifest uses it: it probably lets the work kill ${names} when it is done. `
    + 'The kubelet stops native sidecars then, and restarts one that is killed earlier: remove the kill and the field');
}

/** A container that may need to see the processes of others; undefined when there is none. */
function userOf(recognition: Recognition, draft: Draft, killers: ReadonlySet<string>): string | undefined {
  const staying = recognition.pod.containers.filter(container => !draft.dropped.has(container.name));
  const [kill] = recognition.leftovers('shared-pid-kill').filter(({ container }) => !draft.dropped.has(container));
  const mayNeed = (one: PodContainer) => (!killers.has(one.name) && mayTrace(one)) || looksAround(recognition, one);
  return kill?.container ?? staying.find(mayNeed)?.name;
}

/** Whether it has the capability to inspect processes. In a container with the kill, the capability belongs to the same workaround, so it does not count there. */
function mayTrace({ spec }: PodContainer): boolean {
  const added: unknown = spec.securityContext?.capabilities?.add;
  return Array.isArray(added) && added.some(capability => /^((CAP_)?SYS_PTRACE|ALL)$/i.test(String(capability)));
}

function looksAround(recognition: Recognition, container: PodContainer): boolean {
  return recognition.helper(container.name)?.direction === 'reloader'
    || recognition.commands(container).some(({ words }) => words.some(word => LOOKS_AT_PROCESSES.test(word)));
}
