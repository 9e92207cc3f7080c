import { proxiesOfUnknownVersion } from './undecided-proxy';
import { member, wording } from '../../data/wording';
import { meshNamed } from '../../knowledge/meshes/mesh-names';
import { nativeRequest } from '../../knowledge/meshes/native';
import { keepsVaultAgent, VAULT_AGENT_CONTAINER, VAULT_INJECTOR, VAULT_PRE_POPULATE_ONLY, withVault } from '../../knowledge/meshes/other-injectors';
import { MeshContext } from '../../knowledge/meshes/prediction';
import { PodContainer } from '../../kubernetes/pod';
import { Ending, endingOf } from '../../recognition/endings';
import { Recognition } from '../../recognition/recognition';
import { Severity } from '../engine/finding';
import { atAnnotation } from '../engine/place';
import { eachMesh, Rule, RuleContext, RuleOffense } from '../engine/rule';
import { howToBeNative } from '../native-proxy';

export const injectorKeepsJobAlive: Rule = {
  id: 'NS402',
  name: 'injector-keeps-job-alive',
  severity: Severity.ERROR,
  title: 'A proxy injected as an ordinary container keeps its Job running forever',
  why: 'A Job completes when all its ordinary containers have exited, and an injected proxy or agent never exits. The injector must add it as a native sidecar, '
    + 'or not at all.',
  fix: 'Turn on native sidecars for the workload with the annotation of the mesh. For Vault, set agent-pre-populate-only.',
  example: {
    wrong: `kind: Job
spec:
  template:
    metadata:
      annotations: { dapr.io/enabled: "true", dapr.io/app-id: export }`,
    right: `kind: Job
spec:
  template:
    metadata:
      annotations: { dapr.io/enabled: "true", dapr.io/app-id: export, dapr.io/enable-native-sidecar: "true" }`,
  },
  since: '0.1.0',
  needs: 'job',
  check: (context: RuleContext): RuleOffense[] => {
    const { pod, recognition } = context;
    if (!pod.job) {
      return [];
    }
    return [
      ...eachMesh(context).flatMap(one => pod.mains.filter(main => one.injected.includes(main.name))
        .map(main => injected(context, one, main, endingOf(recognition, main)))),
      ...(keepsVaultAgent(pod.metadata.annotations ?? {}) ? [vaultAgent(context)] : []),
      ...proxiesOfUnknownVersion(context),
    ];
  },
};

function injected(context: RuleContext, mesh: MeshContext, { name }: PodContainer, ending: Ending | undefined): RuleOffense {
  const { pod } = context;
  const facts = meshNamed(mesh.name);
  const request = facts && nativeRequest(facts, pod.metadata.annotations ?? {});
  const adds = mesh.isInjectedBefore
    ? `'${name}', a hard-coded container of ${mesh.name}, is an ordinary container of the Job that never exits`
    : `${mesh.name} adds '${name}' to the Job as an ordinary container that never exits`;
  return {
    container: name,
    at: request && atAnnotation(pod, request.key),
    message: messageOf(adds, ending),
    fix: fixOf(context, mesh),
    ...severityWith(ending),
  };
}

function fixOf({ reader }: RuleContext, { name, version, isInjectedBefore }: MeshContext): RuleOffense['fix'] {
  const facts = meshNamed(name);
  if (isInjectedBefore) {
    return 'remove it from the manifest and let the mesh inject a native one';
  }
  return reader === 'construct' || !facts
    ? wording`make the proxy a native sidecar with ${reader === 'construct' ? member('nativeSidecar') : 'the annotation of the mesh'}, or keep the Job out of the mesh`
    : `${howToBeNative(facts, version)}; or keep the Job out of the mesh`;
}

/** The agent is not in the pod yet, and neither is what ends it. */
function vaultAgent({ pod, recognition: { surroundings, ownPrograms } }: RuleContext): RuleOffense {
  const injectedPod = withVault(pod);
  const ending = endingOf(new Recognition(injectedPod, surroundings, ownPrograms), injectedPod.container(VAULT_AGENT_CONTAINER));
  return {
    at: atAnnotation(pod, VAULT_INJECTOR.optIn),
    message: messageOf(`Vault's injector adds '${VAULT_AGENT_CONTAINER}' to the Job as an ordinary container that never exits`, ending),
    fix: `set ${VAULT_PRE_POPULATE_ONLY}: "true"`,
    ...severityWith(ending),
  };
}

function messageOf(adds: string, ending: Ending | undefined): string {
  return ending ? `${adds}: only ${ending.by === undefined ? 'a workaround' : `'${ending.by}'`} makes it exit (${ending.text})` : `${adds}, so the Job never completes`;
}

function severityWith(ending: Ending | undefined): { readonly severity?: Severity } {
  return ending && !ending.isSkippedOnFailure ? { severity: Severity.WARNING } : {};
}
