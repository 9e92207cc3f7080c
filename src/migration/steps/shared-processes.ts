import { Pod, PodContainer } from '../../kubernetes/pod';
import { Recognition } from '../../recognition/recognition';
import { Draft } from '../draft';

const FLAG = 'shareProcessNamespace';
/** Commands that look at processes, or tell them something. */
const LOOKS_AT_PROCESSES = /\b(pkill|killall|pgrep|pidof|nsenter|strace|gdb|perf|jcmd|jmap|jstack|py-spy)\b|\/proc\/(\d|\$|\*)/;

/**
 * Takes away the flag by which containers see each other's processes, when it was there for a kill that is gone and nobody else may need it.
 *
 * @param now the pod with what has been decided so far; asked for only where it matters
 */
export function unshareProcesses(draft: Draft, now: () => Pod): void {
  const kills = draft.recognition.leftovers('shared-pid-kill').filter(kill => draft.isAboutNative(kill));
  if (kills.length === 0) {
    return;
  }
  const killers = new Set(kills.map(({ container }) => container));
  const user = userOf(new Recognition(now(), draft.recognition.surroundings, draft.recognition.ownPrograms), draft, killers);
  if (user !== undefined) {
    draft.note('NS505', `${FLAG} stays, because '${user}' may look at the processes of other containers: take it away if it does not`);
    return;
  }
  draft.add({ kind: 'remove', path: [...draft.specPath, FLAG], rule: 'NS505', why: 'nobody has to see the processes of other containers any more' });
}

/** A container that may need the processes of others; undefined when nothing speaks for it. */
function userOf(recognition: Recognition, draft: Draft, killers: ReadonlySet<string>): string | undefined {
  const staying = recognition.pod.containers.filter(container => !draft.dropped.has(container.name));
  const [kill] = recognition.leftovers('shared-pid-kill').filter(({ container }) => !draft.dropped.has(container));
  const mayNeed = (one: PodContainer) => (!killers.has(one.name) && mayTrace(one)) || looksAround(recognition, one);
  return kill?.container ?? staying.find(mayNeed)?.name;
}

/** Whether it has the capability to look into processes. Who killed has it from the same recipe, and no other use for it that can be seen. */
function mayTrace({ spec }: PodContainer): boolean {
  const added: unknown = spec.securityContext?.capabilities?.add;
  return Array.isArray(added) && added.some(capability => /^((CAP_)?SYS_PTRACE|ALL)$/i.test(String(capability)));
}

function looksAround(recognition: Recognition, container: PodContainer): boolean {
  return recognition.helper(container.name)?.direction === 'reloader'
    || recognition.commands(container).some(({ words }) => words.some(word => LOOKS_AT_PROCESSES.test(word)));
}
