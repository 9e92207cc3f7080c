import { collectsForOthers } from './collectors';
import { keepsDaemon } from './daemon-keepers';
import { writesOwnWork } from './file-directions';
import type { Helper } from './helper';
import { readsNode } from './node-agents';
import { imageKey, PodView, sameImage, repository } from './pod-view';
import { portsOf } from './program-runs';
import { clientVariable, tunnelsOf } from './routes';
import { ProgramSign } from './running-program';
import { mountedTexts } from './settings';
import { sharedFolders } from './shared-files';
import { observesClient } from './vpn-names';
import { wayOf } from './ways';
import { worksBeside } from './what-runs';
import { grouped } from '../data/grouped';
import { listOf } from '../data/json';
import { defaultPorts } from '../knowledge/payloads';
import { Direction, KnownProgram } from '../knowledge/programs/program';
import { ProgramRun } from '../knowledge/programs/program-run';
import { runsOnce } from '../knowledge/programs/runs-once';
import { ContainerRole, PodContainer } from '../kubernetes/pod';

/** Directions of programs that may be the app of a pod, when no other container can be. */
const MAY_BE_APP: ReadonlySet<Direction> = new Set(['outbound', 'inbound', 'content', 'shipper', 'after-main']);

/** Containers whose image, or whose command, is a program that serves others. */
export function helpersByProgram(view: PodView): Helper[] {
  const found = withoutNamedAlike(view, view.runners.flatMap(container => knownIn(view, container)));
  if (found.length === 0) {
    return [];
  }
  const recognized = new Set(found.map(({ container }) => container));
  const others = grouped(view.runners.filter(runner => runner.role === ContainerRole.MAIN && !recognized.has(runner)), imageKey);
  // Parts of one program that is the app are no helpers of each other; nor are those below whose image is the app's.
  const isPart = (other: PodContainer, program: KnownProgram) => view.program(other) === program
    && (!view.runsToCompletion || view.recognition.run(other).runs(program.binary));
  const known = found.filter(({ container, program }) => !others.get(imageKey(container))?.some(other => isPart(other, program)));
  // Where all of them only ask, or tell of changes, whom they ask is elsewhere.
  if (others.size === 0 && known.every(({ program: { direction } }) => direction === 'observer' || direction === 'reloader')) {
    return [];
  }
  const apps = appsAmong(view, known);
  const isApp = ({ container, program }: Known) => apps.has(container) || (view.app?.container === container && MAY_BE_APP.has(program.direction));
  const appImages = new Set(known.filter(isApp).map(({ container }) => imageKey(container)));
  return known.filter(({ container }) => !appImages.has(imageKey(container))).map(({ container, program, by }) => ({
    container,
    program,
    ...wayOf(view, container, program),
    // One that works after the others exits when it is done.
    neverEnds: (program.onlySidecar && (program.direction !== 'after-main' || view.neverEnds(container))) || program.direction === 'observer',
    why: WHY[by](program.name),
  }));
}

/** An app may be called like a helper: it is none if it needs a helper itself, or if no other container can be the app. */
function withoutNamedAlike(view: PodView, found: readonly Known[]): readonly Known[] {
  const sure = new Set(found.filter(({ program }) => !program.byEnding).map(({ container }) => container));
  if (sure.size === found.length) {
    return found;
  }
  const mains = view.runners.filter(({ role }) => role === ContainerRole.MAIN);
  const clients = new Set(tunnelsOf(view).map(({ container }) => container).filter(container => clientVariable(container) !== undefined));
  const isRoute = (container: PodContainer) => view.program(container)?.isRoute === true || clients.has(container);
  const servesOthers = (container: PodContainer) => {
    const { onlySidecar, direction, isTunnel, servesBothWays } = view.program(container) ?? {};
    return isTunnel || isRoute(container) || (sure.has(container) && onlySidecar === true && direction !== 'inbound' && !servesBothWays);
  };
  const { calls } = view.loopback;
  const needs = (container: PodContainer) => calls.some(call => call.from === container && (view.isThroughOther(call) || servesOthers(call.to)))
    || mains.every(main => main === container || servesOthers(main));
  const observes = (container: PodContainer) => mains.some(main => main !== container && isRoute(main) && observesClient(container, main));
  return found.filter(({ container, program }) => !program.byEnding || observes(container) || !needs(container));
}

/** What shows the program, as the end of a sentence. */
const WHY: { readonly [sign in ProgramSign]: (name: string) => string } = {
  configuration: name => `the configuration calls it ${name}`,
  image: name => `its image is ${name}`,
  tag: name => `the tag of its image names ${name}`,
  command: name => `it runs ${name}`,
};

interface Known {
  readonly container: PodContainer;
  readonly program: KnownProgram;
  readonly by: ProgramSign;
}

function knownIn(view: PodView, container: PodContainer): Known[] {
  const running = view.recognition.running(container);
  return running && isHelperHere(view, container, running.program) ? [{ container, ...running }] : [];
}

/** A program that is often the app itself counts only if the manifest shows that it serves another container. */
function isHelperHere(view: PodView, container: PodContainer, program: KnownProgram): boolean {
  const run = view.recognition.run(container);
  if (program.standsAlone?.(run) || !run.runs(program.binary) || runsOnce(program, run)
    || worksBeside(view.recognition.runCommand(container)?.script, program)) {
    return false;
  }
  if (program.answersAll?.(run) && isServedByAll(view, container)) {
    return false;
  }
  if (program.onlySidecar) {
    const isOfNode = (program.direction === 'shipper' || program.direction === 'outbound') && readsNode(view, container);
    // Files in a folder that no other container has are for nobody.
    const isIdle = program.direction === 'content' && !view.runsToCompletion && !view.isConfigured(container) && !bringsFiles(view, container);
    const isUnasked = program.servesAskers === true && isAmongMany(view, container);
    return !isOfNode && !isIdle && !isUnasked && !isBehind(view, container) && !collectsForOthers(view, container, program);
  }
  switch (program.direction) {
    case 'csi':
    case 'reloader':
    case 'mesh':
      return true;
    case 'content':
      return bringsFiles(view, container);
    case 'observer':
      // Work may be called an exporter, too.
      return !readsNode(view, container) && !(program.byEnding && getsFiles(view, container))
        && (!view.runsToCompletion || portsOf(container).length > 0 || view.loopback.calls.some(call => call.from === container));
    case 'inbound':
      return passesOn(view, container);
    default:
      return false;
  }
}

/** Several other apps stand beside it, and none is seen calling it. */
function isAmongMany({ runners, loopback, recognition }: PodView, container: PodContainer): boolean {
  const isApp = (other: PodContainer) => other !== container && other.role === ContainerRole.MAIN && recognition.program(other) === undefined;
  const apps = grouped(runners.filter(isApp), imageKey);
  return recognition.pod.job === undefined && apps.size > 1 && !loopback.calls.some(({ to }) => to === container);
}

/** Whether all other containers are there for one: it calls them, or they only look after others. */
function isServedByAll(view: PodView, container: PodContainer): boolean {
  const isServant = (other: PodContainer) => view.loopback.calls.some(call => call.from === container && call.to === other)
    || !MAY_BE_APP.has(view.program(other)?.direction ?? 'outbound');
  return view.runners.every(other => other === container || other.role !== ContainerRole.MAIN || isServant(other));
}

/** Services send to another container what this program usually receives itself, so that one stands in front of it. */
function isBehind({ runners, targets, loopback }: PodView, container: PodContainer): boolean {
  const usual = defaultPorts(repository(container));
  return usual.length > 0 && !portsOf(container).some(port => usual.includes(port)) && !loopback.calls.some(call => call.to === container)
    && runners.some(other => other !== container && targets.has(other) && portsOf(other).some(port => usual.includes(port)));
}

/** Another one is seen writing into a folder for this one alone, which the name of an image does not outweigh. */
function getsFiles(view: PodView, container: PodContainer): boolean {
  const folders = sharedFolders(view.recognition.pod, view.runners);
  return folders.some(own => {
    const others = own.container === container ? folders.filter(({ place, container: other }) => place === own.place && other !== container) : [];
    return others.length === 1 && writesOwnWork(view, others[0]);
  });
}

/** It writes into a folder that it shares, or into a Secret from which another one takes variables, and does so for as long as the pod runs. */
function bringsFiles({ recognition, runners }: PodView, container: PodContainer): boolean {
  return !recognition.run(container).hasWord('server') && (sharedFolders(recognition.pod, runners, () => true).some(folder => folder.container === container && !folder.readOnly)
    || runners.some(other => other !== container && secretsOf(recognition.run(container)).some(secret => takesSecret(other, secret))));
}

/** The Secrets that a container is told to fill. */
function secretsOf(run: ProgramRun): string[] {
  return (run.variable('K8S_SECRETS') ?? '').split(/[\s,]+/).filter(name => name !== '');
}

/** Whether a container takes variables from a Secret. */
function takesSecret({ spec: { env, envFrom } }: PodContainer, secret: string): boolean {
  return listOf(env).some(({ valueFrom }) => valueFrom?.secretKeyRef?.name === secret)
    || listOf(envFrom).some(({ secretRef }) => secretRef?.name === secret);
}

/** It forwards requests to another container of its pod. */
function passesOn(view: PodView, container: PodContainer): boolean {
  const { recognition, loopback } = view;
  const isCalled = loopback.calls.some(call => call.to === container);
  return !isCalled && (loopback.calls.some(call => call.from === container)
    || mountedTexts(recognition, container).some(text => [...text.matchAll(PASSES_ON)]
      .some(([, , port]) => port === undefined || mayHavePort(view, container, Number(port)))));
}

/** Where a web server passes requests on to, in its configuration. */
const PASSES_ON = /(?:_pass|server|reverse_proxy)\b.{0,400}?(localhost|127(?:\.\d{1,3}){3}|unix:)(?::(\d{2,5}))?/g;

/** Whether another container can have a port: it does, or nothing shows which ports it has. */
function mayHavePort({ runners, loopback }: PodView, container: PodContainer, port: number): boolean {
  const owner = loopback.ownerOf(port, container);
  return owner ? owner !== container : runners.some(other => other !== container && !loopback.hasPorts(other));
}

/** The containers that are the app after all, because no other container can be. */
function appsAmong(view: PodView, known: readonly Known[]): ReadonlySet<PodContainer> {
  const helpers = new Set(known.map(({ container }) => container));
  if (helpers.size === 0 || view.app) {
    return new Set();
  }
  const { calls } = view.loopback;
  const asks = (container: PodContainer) => view.isAsker(container) && !view.hasAppName(container)
    && calls.some(call => call.from === container && helpers.has(call.to))
    && !calls.some(call => call.from === container && view.isThroughOther(call));
  const onlyAsks = (container: PodContainer) => asks(container) || keepsDaemon(view.recognition, container)
    || known.some(one => one.program.isRoute && observesClient(container, one.container));
  if (view.runners.some(container => container.role === ContainerRole.MAIN && !helpers.has(container) && !onlyAsks(container))) {
    return new Set();
  }
  const ofPod = known.filter(({ container }) => container.role === ContainerRole.MAIN);
  // One that the configuration names by its container is no app, as long as another one is left.
  const isLeft = view.runners.some(container => container.role === ContainerRole.MAIN && !view.isConfigured(container));
  const mainsAmong = ofPod.filter(({ container, program }) => !(isLeft && view.isConfigured(container) && program.containerName !== undefined));
  const candidates = mainsAmong.filter(({ program }) => MAY_BE_APP.has(program.direction));
  // An observer is the app where the others, which never are, call it, or carry its own calls to another host.
  const isAbout = (container: PodContainer, other: PodContainer) => repository(container).includes(view.program(other)?.name.toLowerCase() ?? '-');
  const isServed = (container: PodContainer) => calls.some(call =>
    (call.to === container && !call.byElimination) || (call.from === container && view.isThroughOther(call) && !isAbout(container, call.to)));
  const observers = mainsAmong.filter(({ container, program }) => program.direction === 'observer' && !program.onlySidecar && isServed(container));
  if (observers.length > 0 && candidates.every(({ program }) => program.onlySidecar)) {
    return new Set(observers.map(({ container }) => container));
  }
  // What Services reach where it usually receives is what the proxies beside it are for.
  const receives = ({ container, program }: Known) => program.direction === 'outbound' && view.targets.has(container) && portsOf(container).some(port => defaultPorts(repository(container)).includes(port));
  const reached = candidates.filter(receives);
  if (reached.length === 1 && candidates.every(one => one === reached[0] || one.program.direction === 'inbound')) {
    return new Set([reached[0].container]);
  }
  // Who brings files does so for another one.
  const readers = candidates.filter(({ program }) => program.direction !== 'content');
  const mains = (readers.length > 0 ? readers : candidates).map(({ container }) => container);
  const uncalled = mains.filter(main => !calls.some(call =>
    call.to === main && mains.includes(call.from) && !sameImage(call.from, main)));
  return new Set(uncalled.length > 0 ? uncalled : mains);
}
