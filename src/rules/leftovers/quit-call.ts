import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { meshOfProxy } from '../../knowledge/meshes/proxy-ports';
import { ContainerRole } from '../../kubernetes/pod';
import { Leftover } from '../../recognition/leftovers/leftover';
import { Severity } from '../engine/finding';
import { atLeftover } from '../engine/place';
import { isNativeMesh, Offense, ownContainers, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { nativeSidecar } from '../make-native';

/** A call that tells a sidecar to quit, so that a Job ends. */
export const quitCall: Rule = {
  id: 'NS501',
  name: 'quit-call',
  severity: Severity.WARNING,
  title: 'A native sidecar needs no quit call; the kubelet restarts it after one',
  why: 'The kubelet stops native sidecars when the work is done, and restarts one that quits earlier. With an ordinary sidecar, work that is killed never makes the call, and in many scripts neither does work that fails.',
  fix: 'Make the sidecar native and remove the call.',
  example: {
    wrong: ['containers:', '  - name: work', '    command: [sh, -c, "./export; curl -X POST localhost:15020/quitquitquit"]'].join('\n'),
    right: ['containers:', '  - name: work', '    command: [./export]'].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const own = new Set(ownContainers(context).map(container => container.name));
    return context.recognition.leftovers('quit-call').flatMap(leftover => own.has(leftover.container)
      ? judge(context, leftover).map(offense => ({ ...offense, at: atLeftover(context.pod, leftover) }))
      : []);
  },
};

function judge(context: RuleContext, leftover: Leftover): RuleOffense[] {
  const { container, target, text, proxy, port, candidates = [], unheard } = leftover;
  const mesh = target === undefined && proxy !== undefined ? meshOfProxy(proxy, port) : undefined;
  if (mesh) {
    return [{ container, ...toldProxy(container, text, mesh), severity: Severity.INFO }];
  }
  if (target === undefined) {
    return [{
      container,
      message: `'${container}' tells a sidecar${candidates.length > 0 ? '' : ' that is not in this manifest'} to quit (${text}), which a native sidecar does not need`,
      fix: 'remove the call when the sidecar is native',
      severity: Severity.INFO,
    }];
  }
  if (context.pod.container(target).role === ContainerRole.SIDECAR && unheard !== undefined) {
    return [{
      container,
      message: `'${container}' tells '${target}' to quit (${text}), but ${unheard}, and the kubelet stops a native sidecar without a call`,
      fix: 'remove the call unless it is for another container',
    }];
  }
  if (context.pod.container(target).role === ContainerRole.SIDECAR) {
    return [{
      container,
      message: `'${container}' tells '${target}' to quit (${text}): the kubelet restarts a native sidecar until the work is done, and then stops it without the call`,
      fix: 'remove the call',
    }];
  }
  // Somebody chose a mesh whose proxy is an ordinary container: there the call is needed.
  return context.mesh?.injected.includes(target) && !isNativeMesh(context) ? [] : [{
    container,
    message: `'${container}' tells '${target}' to quit (${text}), but ${limitOf(leftover)}`,
    fix: `make '${target}' ${nativeSidecar(context)}, which stops when the work is done, and remove the call`,
  }];
}

/** When a call does not end an ordinary sidecar. */
function limitOf({ unheard, isSkippedOnFailure, moment }: Leftover): string {
  return unheard ?? `not when it ${moment === 'run' && !isSkippedOnFailure ? '' : 'fails or '}is killed first`;
}

/**
 * What to do about a quit call to the port of a mesh's proxy, which its injector adds.
 *
 * @param isVersionKnown whether another finding tells what makes the proxy native in that version
 */
export function toldProxy(container: string, text: string, { name, nativeSwitches: [newest], installationSwitch, nativeByDefault }: MeshFacts, isVersionKnown = false): Pick<Offense, 'message' | 'fix'> {
  return {
    message: `'${container}' tells the proxy of ${name} to quit (${text}), which a native proxy does not need`,
    fix: newest && !isVersionKnown
      ? `request a native proxy with ${newest.key}: "true", which ${name} supports since ${newest.since.version}, and remove the call`
      : `remove the call when the proxy of ${name} is native${installationSwitch === undefined || isVersionKnown ? '' : `: ${installationSwitch} makes it so${
        nativeByDefault ? `, which is the default since ${name} ${nativeByDefault.since.version}` : ''}`}`,
  };
}
