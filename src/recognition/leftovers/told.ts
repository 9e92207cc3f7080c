import { Leftover } from './leftover';
import { absentProxy, ownerOfPort } from './loopback';
import { Quit } from './quit-words';
import { listOf } from '../../data/json';
import { keepsVaultAgent } from '../../knowledge/meshes/other-injectors';
import { DEFAULT_ADMIN_PORT } from '../../knowledge/programs/auth-proxy';
import { KnownProgram } from '../../knowledge/programs/program';
import { hasQuitPath, isPathOfKnown, isVaultQuit } from '../../knowledge/quit-paths';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import type { RecognizedPod } from '../recognized';

/** Who is told to quit: a container of the pod, or the proxy that an injector adds; otherwise those that it may be. */
export type Told = Pick<Leftover, 'target' | 'proxy' | 'candidates' | 'unheard' | 'stays'>;

/** Who is told: the owner of the port, the only known sidecar that can be told so, or the only other container. */
export function toldBy(recognition: RecognizedPod, container: PodContainer, quit: Quit): Told {
  const owner = quit.port === undefined ? undefined : ownerOfPort(recognition, container, quit.port);
  if (owner) {
    return { target: owner.name, ...unheardBy(recognition, owner, quit) };
  }
  const absent = quit.port === undefined ? {} : absentProxy(recognition, quit.port);
  if (absent.proxy !== undefined) {
    return absent;
  }
  const others = recognition.pod.containers.filter(other => other !== container && other.role !== ContainerRole.INIT);
  const candidates = others.filter(other => mayAnswer(recognition, other, quit));
  const known = candidates.filter(other => recognition.program(other)?.onlySidecar);
  const [only, second] = known.length > 0 ? known : others.length === 1 ? candidates : [];
  const moved = candidates.length > 0 ? undefined : others.find(other => isUsualPort(recognition, other, quit));
  if (moved || (only && !second)) {
    return moved ? { target: moved.name, ...unheardBy(recognition, moved, quit) } : { target: only.name };
  }
  // What is killed by its name may be added by an injector.
  return quit.port === undefined && candidates.length === 0 ? {} : { candidates: candidates.map(({ name }) => name) };
}

/** The program of a container as far as facts about it tell what answers there: what the user configures, or only a name shows, may be anything. */
function factsOf(recognition: RecognizedPod, container: PodContainer, path: string | undefined): KnownProgram | undefined {
  const running = recognition.running(container);
  // An image of another name may hold more than the program.
  const isMore = running?.by === 'command' && path !== undefined && !isPathOfKnown(path);
  return running?.by === 'configuration' || running?.program.byEnding || isMore ? undefined : running?.program;
}

/** Whether a container can be told to quit in this way. */
function mayAnswer(recognition: RecognizedPod, container: PodContainer, { port, path }: Quit): boolean {
  const program = factsOf(recognition, container, path);
  if (program === undefined) {
    return !(isVaultQuit(path ?? '') && keepsVaultAgent(recognition.pod.metadata.annotations ?? {}));
  }
  const admin = program.admin?.(recognition.run(container));
  return path === undefined || (hasQuitPath(program, path) && (admin === undefined || admin.port === port));
}

/** Whether a container runs a program that is told to quit at this port, unless it is given another one. */
function isUsualPort(recognition: RecognizedPod, container: PodContainer, { port, path = '' }: Quit): boolean {
  const program = recognition.program(container);
  return port === Number(DEFAULT_ADMIN_PORT) && program?.admin !== undefined && hasQuitPath(program, path);
}

/** Why a container is told in vain: its program has no such path, listens for it elsewhere, or not at all. */
function unheardBy(recognition: RecognizedPod, container: PodContainer, { port, path }: Quit): Pick<Told, 'unheard' | 'stays'> {
  const program = factsOf(recognition, container, path);
  if (program === undefined || path === undefined) {
    return {};
  }
  const admin = program.admin?.(recognition.run(container));
  if (!hasQuitPath(program, path) || (program.admin && !admin && isFullyShown(recognition, container))) {
    return forAnother(`'${container.name}' (${program.name}) has no such path`);
  }
  if (admin && admin.port !== port) {
    return forAnother(`'${container.name}' listens for it on port ${admin.port}`);
  }
  return admin && !admin.isOpen && isFullyShown(recognition, container) ? { unheard: `'${container.name}' listens for it only with --quitquitquit` } : {};
}

/** Something else that an injector adds may hear it, so it is not removed. */
function forAnother(unheard: string): Pick<Told, 'unheard' | 'stays'> {
  return { unheard, stays: unheard };
}

/** Variables that open the port or move it, or that name a file which may. */
const OPENING_VARIABLE = /_(QUITQUITQUIT|DEBUG|ADMIN_PORT|CONFIG_FILE)$/;

/** Whether the manifest shows everything that decides whether a proxy opens its admin port. */
function isFullyShown(recognition: RecognizedPod, container: PodContainer): boolean {
  const { words, variables } = recognition.run(container).source;
  return listOf(container.spec.envFrom).length === 0 && !words.some(word => word.includes('$') || /^--?config-file/.test(word))
    && ![...variables.keys()].some(name => OPENING_VARIABLE.test(name));
}
