import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { NativeRequest } from '../../knowledge/meshes/native';
import { undecidedProxies } from '../../knowledge/meshes/turned-off';
import { LeftoverKind } from '../../recognition/leftovers/leftover';
import { Recognition } from '../../recognition/recognition';
import { Severity } from '../engine/finding';
import { atAnnotation, atOptIn } from '../engine/place';
import { isKnownMesh, RuleContext, RuleOffense } from '../engine/rule';

/** A Job that joins a mesh of an unknown version: the version and the installation decide whether its proxy is native, unless the Job requests it. */
export function proxiesOfUnknownVersion(context: RuleContext): RuleOffense[] {
  const { pod, recognition } = context;
  const unknown = undecidedProxies(pod, recognition.surroundings.namespace(pod)).filter(({ facts }) => !isKnownMesh(context, facts));
  return unknown.map(({ facts, request }) => refused(recognition, facts, request) ?? {
    at: atOptIn(pod, facts.name),
    ...wordsAbout(facts, isEnded(recognition, facts)),
    severity: facts.nativeByDefault ? Severity.INFO : Severity.WARNING,
  });
}

/** What ends an injected proxy, where the Job does it itself. */
const ENDINGS: readonly LeftoverKind[] = ['quit-call', 'wrapper', 'shared-pid-kill', 'quit-endpoint'];

/** Whether the Job ends an ordinary proxy itself. */
function isEnded(recognition: Recognition, { proxy }: MeshFacts): boolean {
  return ENDINGS.some(kind => recognition.leftovers(kind).some(leftover => kind === 'wrapper' || leftover.proxy === proxy.container));
}

/** A Job that turns the native proxy off gets an ordinary one from every version that reads the switch, and from most that do not. */
function refused(recognition: Recognition, facts: MeshFacts, request: NativeRequest | undefined): RuleOffense | undefined {
  if (request === undefined) {
    return undefined;
  }
  const { name, proxy } = facts;
  const ends = isEnded(recognition, facts);
  return {
    at: atAnnotation(recognition.pod, request.key),
    message: `the Job joins ${name} and turns the native proxy off (${request.key}: "${request.value}"): '${proxy.container}' is then an ordinary container that ${
      ends ? 'only a workaround ends' : 'never exits, so the Job never completes'}`,
    fix: `set ${request.key}: "true"`,
    ...(ends ? { severity: Severity.WARNING } : {}),
  };
}

/** @param ends whether the Job ends an ordinary proxy itself */
function wordsAbout({ name, nativeSwitches: [newest], nativeByDefault }: MeshFacts, ends: boolean): Pick<RuleOffense, 'message' | 'fix'> {
  const end = ends ? 'only a workaround ends the proxy' : 'never exits and the Job never completes';
  if (newest) {
    return {
      message: `the Job joins ${name} but does not request a native proxy: unless the installation makes it native by default, ${ends ? end : `the proxy ${end}`}`,
      fix: `set the annotation ${newest.key}: "true", or pass --mesh with the installed version of ${name}`,
    };
  }
  return {
    message: `the Job joins ${name}, which has no switch for a single workload: unless the installation makes the proxy native, ${ends ? end : `it ${end}`}`,
    fix: `${nativeByDefault ? `use ${name} ${nativeByDefault.since.version} or newer, which makes it native by default, or ` : ''}pass --mesh with the installed version of ${name}`,
  };
}
