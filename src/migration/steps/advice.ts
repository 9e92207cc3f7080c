import { stays } from './move';
import { PodContainer } from '../../kubernetes/pod';
import { AFTER_WORK_CLEAR, AfterWork, worksAfter } from '../../recognition/after-work';
import { completes } from '../../recognition/completion';
import { oneTimePrograms, oneTimeTexts, withoutOneTime } from '../../recognition/one-time-programs';
import { unclearTies, unclearWays } from '../../recognition/ties';
import { unclearServers } from '../../recognition/unclear-servers';
import { finding, Rule } from '../../rules/engine/rule';
import { removeTwin } from '../../rules/leftovers/init-twin';
import { RULES } from '../../rules/rule-book';
import { Draft } from '../draft';

/** Rules about things that the user has to decide: the mode of the mesh, restarts that end a Job, and leftovers that are never changed on a guess. */
const ADVICE: ReadonlySet<string> = new Set(['NS402', 'NS403', 'NS506', 'NS507', 'NS509', 'NS510', 'NS511', 'NS514']);

/** Adds the findings of rules about meshes and injectors, unless the user names the mesh. */
export function adviseOnMesh(draft: Draft, gated: ReadonlySet<string>): void {
  const { recognition, pod, options } = draft;
  if (options.mesh) {
    return;
  }
  const context = { pod, kubernetes: options.kubernetes, stops: {}, recognition };
  for (const rule of RULES.filter(isAdvice)) {
    for (const { container, message, fix } of rule.check(context).map(offense => finding(rule, offense))) {
      draft.note(rule.id, `${message}: ${rule.id === 'NS509' ? restOf(draft, gated, container) ?? fix : fix}`);
    }
  }
}

/** What is left to do about an init container whose continuous twin is now a native sidecar that the app waits for; undefined when it is not. */
function restOf({ recognition, moved }: Draft, gated: ReadonlySet<string>, init: string | undefined): string | undefined {
  const target = recognition.leftovers('twin').find(({ container }) => container === init)?.target;
  const isSettled = moved.some(({ name }) => name === target && gated.has(name));
  return isSettled ? removeTwin(init!, target!) : undefined;
}

function isAdvice({ id }: Rule): boolean {
  return ADVICE.has(id);
}

/** Notes the containers of which it is unclear whether the others depend on them. */
export function adviseOnUnclear(draft: Draft): void {
  const once = completes(draft.recognition) ? [] : oneTimePrograms(draft.recognition);
  for (const { message, fix } of once.map(oneTimeTexts)) {
    draft.note('NS201', `${message}: ${fix}`);
  }
  for (const { from, to, seen, clear, keeps } of withoutOneTime(unclearTies(draft.recognition), once)) {
    draft.note('NS201', keeps !== undefined
      ? `${seen}, ${keeps}: as a native sidecar it starts before '${from.name}', but also receives SIGTERM only after it, and has to stop in what is left of the grace period. If it can, make it a native sidecar by hand, or add ${clear}`
      : `${seen}, and it is unclear which of them is the helper: if it is '${to.name}', make it a native sidecar by hand. ${wouldClear(clear)}`);
  }
  const proxies = unclearWays(draft.recognition).filter(({ container }) => stays(draft, container));
  for (const { container: { name }, seen, clear } of proxies) {
    draft.note('NS201', `${seen}. If the app sends through '${name}', it should be a native sidecar: pass --include optional to move it; otherwise it can stay an ordinary container. ${wouldClear(clear)}`);
  }
}

/** What would make something clear, as a sentence without its end. */
function wouldClear(what: string): string {
  return `${what[0].toUpperCase()}${what.slice(1)} would make it clear`;
}

/** Notes the containers of a Job that may be servers. */
export function adviseOnServers(draft: Draft): void {
  for (const { container: { name }, seen } of unclearServers(draft.recognition).filter(one => !draft.dropped.has(one.container.name))) {
    draft.note('NS401', `${seen}, in a Job: unless it exits by itself, the Job never completes. If '${name}' serves the work, make it a native sidecar by hand, or list its image under 'sidecars' in the configuration`);
  }
}

/** Notes the containers that wait for a file of the work before they work themselves, or that work until it is there. */
export function adviseOnAfterWork(draft: Draft): void {
  const thing = draft.pod.job ? 'Job' : 'pod';
  for (const found of worksAfter(draft.recognition).filter(one => !draft.dropped.has(one.container.name))) {
    draft.note('NS401', found.writers.length === 0
      ? `${found.seen}, so the ${thing} never completes: mount the volume in the container that writes the file, or remove the wait`
      : `${found.seen}: if ${namesOf(found.writers)} exits without it, the ${thing} never completes. As a native sidecar, '${found.container.name}' receives SIGTERM when the work ends, ${adviceOn(found)}`);
  }
}

/** What one can do with a container that works after a file or until it is there, as the end of a sentence. */
function adviceOn({ container: { name }, writers, path, serves, untilThen }: AfterWork): string {
  const names = namesOf(writers);
  if (untilThen) {
    return `perhaps before its own is done: keep it as it is, and let ${names} write ${path} also when it fails, for example in a trap. `
      + `If '${name}' only serves ${names}, list its image under 'sidecars' in the configuration`;
  }
  return serves
    ? 'and needs no file for that: move what it runs then elsewhere, or run it on SIGTERM, and make it native by hand without the wait'
    : `and must do its work then: change it so and make it native by hand, or keep both as they are. ${wouldClear(AFTER_WORK_CLEAR)}. `
      + `If ${names} only prepares what '${name}' works on, make it an init container instead`;
}

function namesOf(containers: readonly PodContainer[]): string {
  return containers.map(({ name }) => `'${name}'`).join(', ');
}
