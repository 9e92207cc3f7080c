import { joinedMeshes } from '../../knowledge/meshes/membership';
import { MeshFacts } from '../../knowledge/meshes/mesh-facts';
import { meshNamed } from '../../knowledge/meshes/mesh-names';
import { MeshContext } from '../../knowledge/meshes/prediction';
import { PodModel } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atOptIn } from '../engine/place';
import { eachMesh, isKnownMesh, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { howToBeNative } from '../native-proxy';

/** What containers do about a proxy that starts or stops at the wrong time. */
const WORKAROUNDS = ['wait-loop', 'quit-call', 'wrapper'] as const;

export const nativeNotAskedFor: Rule = {
  id: 'NS514',
  name: 'native-not-asked-for',
  severity: Severity.INFO,
  title: 'A pod that joins a mesh should request a native proxy',
  why: 'Without a request, the version and settings of the mesh decide. Consul and Dapr inject an ordinary proxy by default; older versions of Istio and Linkerd do so too. '
    + 'Newer ones inject a native proxy by default: without --mesh, their pods are reported only if they have native sidecars, or a workaround for the proxy.',
  fix: 'Set the annotation of the mesh on the pod, if its version supports it.',
  example: {
    wrong: ['annotations:', '  dapr.io/enabled: "true"', '  dapr.io/app-id: orders'].join('\n'),
    right: ['annotations:', '  dapr.io/enabled: "true"', '  dapr.io/app-id: orders', '  dapr.io/enable-native-sidecar: "true"'].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const { pod } = context;
    // In a Job, a native proxy decides whether the Job completes: NS402 reports it.
    return pod.job ? [] : [...eachMesh(context).flatMap(one => ofKnownMesh(context, one)), ...ofUnknownVersions(context)];
  },
};

function ofUnknownVersions(context: RuleContext): RuleOffense[] {
  const { pod, recognition } = context;
  return joinedMeshes(pod, recognition.surroundings.namespace(pod))
    .filter(facts => !isKnownMesh(context, facts) && facts.nativeSwitches.length > 0 && isSilent(pod, facts)
      && (facts.nativeByDefault === undefined || isAboutOrder(context, facts))
      && !pod.containers.some(({ name }) => facts.reserved.containerNames.includes(name)))
    .map(({ name, nativeSwitches: [newest] }) => ({
      at: atOptIn(pod, name),
      message: `the pod joins ${name} without requesting a native proxy`,
      fix: `set ${newest.key}: "true", which ${name} supports since ${newest.since.version}`,
    }));
}

/** Whether it shows that the order matters here: the pod has native sidecars, which start before an ordinary proxy, or it waits for the proxy or stops it. */
function isAboutOrder({ pod, recognition }: RuleContext, { hold }: MeshFacts): boolean {
  const held: unknown = hold && pod.metadata.annotations?.[hold.annotation];
  return pod.sidecars.length > 0 || (typeof held === 'string' && hold!.isOn(held))
    || WORKAROUNDS.some(kind => recognition.leftovers(kind).some(({ proxy }) => proxy !== undefined));
}

/** The proxy that this version of the mesh adds as an ordinary container. One in the manifest is as it is, whatever the version adds: NS513 reports it. */
function ofKnownMesh({ pod }: RuleContext, { name, version, injected, isInjectedBefore }: MeshContext): RuleOffense[] {
  const facts = meshNamed(name);
  const proxy = pod.mains.find(main => main.name === facts?.proxy.container && injected.includes(main.name));
  return proxy && !isInjectedBefore && isSilent(pod, facts!) ? [{
    container: proxy.name,
    message: `${name} ${version} adds '${proxy.name}' as an ordinary container, which starts and stops with the app`,
    fix: howToBeNative(facts!, version),
  }] : [];
}

function isSilent({ metadata: { annotations } }: PodModel, { nativeSwitches }: MeshFacts): boolean {
  return !nativeSwitches.some(({ key }) => annotations?.[key] !== undefined);
}
