import { addressOf, isLoopback, loopbackPorts, portOf } from './address';
import { gateSince, httpGate, KnownProgram } from './program';

/** Where k8s-sidecar answers for its health unless a variable moves it. */
const K8S_SIDECAR_HEALTH_PORT = 8080;

/** Programs that bring files to the app, or tell it that they have changed. */
export const CONTENT_FETCHERS: readonly KnownProgram[] = [
  {
    name: 'k8s-sidecar',
    repositories: /(^|\/)k8s-sidecar$/,
    onlySidecar: true,
    direction: 'content',
    startup: run => {
      if (run.variable('METHOD') === 'LIST') {
        return 'it runs once and exits';
      }
      if (/localhost|127\.0\.0\.1/.test(run.variable('REQ_URL') ?? '') && run.variable('REQ_SKIP_INIT') !== 'true') {
        return 'it calls the app after its first sync, and the app is not up yet then';
      }
      const port = run.hasVariable('HEALTH_PORT') ? portOf(run.variable('HEALTH_PORT')) : run.source.freePort(K8S_SIDECAR_HEALTH_PORT);
      const needs = port === K8S_SIDECAR_HEALTH_PORT ? [] : [{ variable: 'HEALTH_PORT', value: String(port) }];
      return run.atLeast(1, 31) && port ? httpGate('/healthz', port, needs) : 'its version may have no health server';
    },
  },
  {
    name: 'Prometheus config reloader',
    repositories: /(^|\/)prometheus-config-reloader$/,
    once: { flag: /^--watch-interval[= ]0s?$/ },
    onlySidecar: true,
    direction: 'reloader',
    // Read in the source of 0.64 and 0.65.
    startup: gateSince([0, 65], run => {
      const address = addressOf(run.flag('listen-address'));
      const once = /^0s?$/.test(run.flag('watch-interval') ?? '');
      return address && !isLoopback(address.host) && !once ? httpGate('/healthz', address.port) : 'the manifest does not show that its health server is on';
    }),
    loopback: run => loopbackPorts(addressOf(run.flag('listen-address'))),
    imageUser: run => /(^|\/)prometheus-operator\/prometheus-config-reloader$/.test(run.repository) ? { name: 'nobody', id: 65534 } : undefined,
  },
  { name: 'kube-mgmt', repositories: /(^|\/)kube-mgmt$/, onlySidecar: true, direction: 'reloader' },
  { name: 'configmap-reload', repositories: /(^|\/)configmap-reload$/, onlySidecar: true, direction: 'reloader' },
  // It brings newer rules than those that an init container of the same image installed.
  { name: 'falcoctl', repositories: /(^|\/)falcoctl$/, onlySidecar: true, direction: 'reloader' },
  { name: 'configurable HTTP reloader', repositories: /(^|\/)(rules-configmap-reloader|config-reloader|nginx-config-reloader)$/, onlySidecar: true, direction: 'reloader' },
  { name: 'Kopf k8s-sidecar', repositories: /(^|\/)kopf-k8s-sidecar$/, onlySidecar: true, direction: 'content' },
  { name: 'Consul Template', repositories: /(^|[/-])consul-template$/, onlySidecar: false, direction: 'content' },
  { name: 'Conjur authenticator', repositories: /(^|\/)(conjur-authn-k8s-client|conjur-kubernetes-authenticator|secrets-provider-for-k8s)$/, onlySidecar: false, direction: 'content' },
  // It restores the data of a database before the database starts, which runs `backup-restore-sidecar wait` until then; the same image holds both.
  {
    name: 'backup-restore-sidecar',
    repositories: /(^|\/)backup-restore-sidecar$/,
    command: /^backup-restore-sidecar$/,
    subcommand: /^start$/,
    standsAlone: run => run.hasWord('wait'),
    onlySidecar: true,
    direction: 'content',
  },
  { name: 'SPIFFE Helper', repositories: /(^|\/)spiffe-helper$/, once: { flag: /^--?daemon-mode=false$/, file: /^[ \t]*daemon_mode[ \t]*=[ \t]*false\b/m }, onlySidecar: true, direction: 'content' },
];
