import { Severity } from './finding';
import { Offence, Rule, RuleContext } from './rule';
import { VAULT_INJECTOR, VAULT_PRE_POPULATE_ONLY } from '../knowledge/meshes/other-injectors';

export const injectorKeepsJobAlive: Rule = {
  id: 'NS402',
  name: 'injector-keeps-job-alive',
  severity: Severity.ERROR,
  title: 'A proxy that is injected into a Job as an ordinary container never ends, so the Job never does',
  check: ({ pod, mesh }: RuleContext): Offence[] => {
    if (!pod.job) {
      return [];
    }
    const annotations = pod.metadata.annotations ?? {};
    const vault = annotations[VAULT_INJECTOR.optIn] === 'true' && annotations[VAULT_PRE_POPULATE_ONLY] !== 'true';
    return [
      ...pod.mains.filter(main => mesh?.injected.includes(main.name)).map(main => ({
        container: main.name,
        message: `${mesh!.name} adds '${main.name}' to the Job as an ordinary container that never ends, so the Job never completes`,
        fix: "leave 'nativeSidecar' of the mesh switched on",
      })),
      ...(vault ? [{
        message: "Vault's injector adds 'vault-agent' to the Job as an ordinary container that never ends, so the Job never completes",
        fix: `set ${VAULT_PRE_POPULATE_ONLY}: "true"`,
      }] : []),
    ];
  },
};
