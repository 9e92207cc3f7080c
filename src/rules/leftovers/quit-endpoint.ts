import { Severity } from '../engine/finding';
import { atAnnotation, atLeftover } from '../engine/place';
import { Rule, RuleContext, RuleOffence } from '../engine/rule';

/** With it Vault's injector opens the agent's quit endpoint. */
const VAULT_ENABLE_QUIT = 'vault.hashicorp.com/agent-enable-quit';

export const quitEndpoint: Rule = {
  id: 'NS503',
  name: 'quit-endpoint',
  severity: Severity.INFO,
  title: 'A native sidecar needs no endpoint by which it can be told to quit',
  why: 'Everything in the pod can end the sidecar through it. It only exists so that a Job may end, which it does by itself beside a native sidecar.',
  fix: 'Take the calls away first, also those inside of the image: a call that is refused may fail the work. Then close the endpoint.',
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
  check: ({ pod, recognition }: RuleContext): RuleOffence[] => [
    ...recognition.leftovers('quit-endpoint').map(leftover => {
      const { container, text } = leftover;
      return {
        container,
        at: atLeftover(pod, leftover),
        message: `'${container}' lets itself be told to quit (${text}), which a native sidecar does not need`,
        fix: 'take it away after the calls, which may stand in an image',
      };
    }),
    ...(String(pod.metadata.annotations?.[VAULT_ENABLE_QUIT]) === 'true' ? [{
      at: atAnnotation(pod, VAULT_ENABLE_QUIT),
      message: `the annotation '${VAULT_ENABLE_QUIT}' lets Vault's agent be told to quit`,
      fix: 'take it away after the calls, which may stand in an image; a Job is better off with vault.hashicorp.com/agent-pre-populate-only: "true"',
    }] : []),
  ],
};
