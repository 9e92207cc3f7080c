import { Severity } from '../engine/finding';
import { atAnnotation, atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

/** With it Vault's injector opens the agent's quit endpoint. */
const VAULT_ENABLE_QUIT = 'vault.hashicorp.com/agent-enable-quit';

export const quitEndpoint: Rule = {
  id: 'NS503',
  name: 'quit-endpoint',
  severity: Severity.INFO,
  title: 'A native sidecar needs no quit endpoint',
  why: 'Any process in the pod can stop the sidecar through it. The endpoint exists only so that a Job can complete, and with a native sidecar the Job completes without it.',
  fix: 'Remove the calls first, also those inside the image, because a refused call may fail the work. Then close the endpoint.',
  example: {
    wrong: [
      '- name: db-proxy',
      '  image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '  args: [--quitquitquit, "acme:europe-west1:orders"]',
    ].join('\n'),
    right: [
      '- name: db-proxy',
      '  image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '  restartPolicy: Always',
      '  args: [--health-check, --http-address=0.0.0.0, --http-port=9801, "acme:europe-west1:orders"]',
      '  startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1, failureThreshold: 60 }',
    ].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): RuleOffense[] => [
    ...recognition.leftovers('quit-endpoint').map(leftover => {
      const { container, text } = leftover;
      return {
        container,
        at: atLeftover(pod, leftover),
        message: `'${container}' exposes a quit endpoint (${text}), which a native sidecar does not need`,
        fix: 'remove it after the calls, which may be inside an image',
      };
    }),
    ...(String(pod.metadata.annotations?.[VAULT_ENABLE_QUIT]) === 'true' ? [{
      at: atAnnotation(pod, VAULT_ENABLE_QUIT),
      message: `the annotation '${VAULT_ENABLE_QUIT}' exposes a quit endpoint of the Vault agent`,
      fix: 'remove it after the calls, which may be inside an image; for a Job, prefer vault.hashicorp.com/agent-pre-populate-only: "true"',
    }] : []),
  ],
};
