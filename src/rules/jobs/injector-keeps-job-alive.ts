import { joinedMeshes } from '../../knowledge/meshes/membership';
import { nativeRequest } from '../../knowledge/meshes/native';
import { VAULT_INJECTOR, VAULT_PRE_POPULATE_ONLY } from '../../knowledge/meshes/other-injectors';
import { Pod } from '../../kubernetes/pod';
import { Severity } from '../engine/finding';
import { atAnnotation, atOptIn } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

export const injectorKeepsJobAlive: Rule = {
  id: 'NS402',
  name: 'injector-keeps-job-alive',
  severity: Severity.ERROR,
  title: 'A proxy that is injected into a Job as an ordinary container never ends, so the Job never does',
  why: 'A Job is complete when all of its ordinary containers have ended, and the proxy of a mesh or the agent of an injector never ends. The injector must be told to add it as a native '
    + 'sidecar, or not at all.',
  fix: 'Switch native sidecars on for the workload with the annotation of the mesh; for Vault set agent-pre-populate-only.',
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
  check: ({ pod, mesh }: RuleContext): RuleOffence[] => {
    if (!pod.job) {
      return [];
    }
    const annotations = pod.metadata.annotations ?? {};
    const vault = annotations[VAULT_INJECTOR.optIn] === 'true' && annotations[VAULT_PRE_POPULATE_ONLY] !== 'true';
    return [
      ...pod.mains.filter(main => mesh?.injected.includes(main.name)).map(main => ({
        container: main.name,
        message: `${mesh!.name} adds '${main.name}' to the Job as an ordinary container that never ends, so the Job never completes`,
        fix: 'let the mesh make its proxy native (nativeSidecar in a construct, its annotation in a manifest), or keep the Job out of the mesh',
      })),
      ...(vault ? [{
        at: atAnnotation(pod, VAULT_INJECTOR.optIn),
        message: "Vault's injector adds 'vault-agent' to the Job as an ordinary container that never ends, so the Job never completes",
        fix: `set ${VAULT_PRE_POPULATE_ONLY}: "true"`,
      }] : []),
      ...(mesh ? [] : askedForWithoutSwitch(pod)),
    ];
  },
};

/** A Job that asks for a mesh whose version nobody says: whether its proxy is native depends on the version and on the installation, unless the Job says it. */
function askedForWithoutSwitch(pod: Pod): RuleOffence[] {
  const annotations = pod.metadata.annotations ?? {};
  const isThere = (name: string) => pod.containers.some(container => container.name === name);
  const unsaid = joinedMeshes(pod).filter(facts => facts.nativeSwitches.length > 0 && !facts.reserved.containerNames.some(isThere)
    && nativeRequest(facts, annotations)?.native !== true);
  return unsaid.map(facts => ({
    at: atOptIn(pod, facts.name),
    message: `the Job asks for ${facts.name} and does not say that its proxy shall be a native sidecar: where that is not the default of the installation, the proxy never ends and neither does the Job`,
    fix: `set the annotation ${facts.nativeSwitches[0].key}: "true", or check with --mesh which version of ${facts.name} it is`,
    severity: facts.nativeByDefault ? Severity.INFO : Severity.WARNING,
  }));
}
