import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { KubeRbacProxyProps, KubeRbacResource, KubeRbacTlsVersion } from './kube-rbac-proxy-props';
import { refusal } from '../caller/refusal';
import { Kinds, NUMBER, oneOf, required, structOf, TEXT, TEXTS } from '../data/arguments';
import { CONFIG_MAP, SECRET } from '../sidecars/kinds';
import { Decided } from './private/decided';
import { InboundProxy } from './private/inbound-proxy';
import { mergeConfig } from './private/merge-config';
import { checkListenPort, checkPortUses, mountConfigFile, mountConfigMap, mountSecret } from './private/parts';
import { checkPreset, PRESET_KINDS, checkPath, checkPort, gateOptions, presetProps, resources } from './private/preset';
import { mountServiceAccountToken } from './private/service-account';
import { toYaml } from './private/yaml';
import { DATA } from '../data/plain-data';
import { wording } from '../data/wording';
import { KUBE_RBAC_PROXY, KUBE_RBAC_PROXY_HEALTH_PORT, KUBE_RBAC_PROXY_PORT } from '../knowledge/programs/kube-rbac-proxy';
import { StartupGate } from '../sidecars/startup-gate';

const CONFIG_FOLDER = '/etc/kube-rbac-proxy';
const CONFIG_FILE = 'config.yaml';
const TLS_FOLDER = '/etc/kube-rbac-proxy-tls';
const CLIENT_CA_FOLDER = '/etc/kube-rbac-proxy-client-ca';

/** What its properties must be. */
const KINDS: Kinds<KubeRbacProxyProps> = {
  ...PRESET_KINDS,
  appPort: required(NUMBER, '8080'),
  port: NUMBER,
  healthPort: NUMBER,
  resource: structOf<KubeRbacResource>({
    resource: required(TEXT), subresource: TEXT, apiGroup: TEXT, apiVersion: TEXT, namespace: TEXT, name: TEXT,
  }, "a resource, for example { resource: 'services' }"),
  allowPaths: TEXTS,
  ignorePaths: TEXTS,
  certificate: SECRET,
  tlsMinVersion: oneOf(KubeRbacTlsVersion),
  clientCertificateAuthority: CONFIG_MAP,
  audiences: TEXTS,
  config: DATA,
  envPrefix: TEXT,
};

/** The flags that have a property, or that would break the sidecar. */
const DECIDED: Decided = {
  flags: {
    'secure-listen-address': "set 'port'",
    'insecure-listen-address': 'remove it, because tokens of clients would be readable on the network',
    'upstream': "set 'appPort'",
    'proxy-endpoints-port': "set 'healthPort'",
    'allow-paths': "set 'allowPaths'",
    'ignore-paths': "set 'ignorePaths'",
    'config-file': "set 'resource' or 'config'",
    'tls-cert-file': "set 'certificate'",
    'tls-private-key-file': "set 'certificate'",
    'tls-min-version': "set 'tlsMinVersion'",
    'client-ca-file': "set 'clientCertificateAuthority'",
    'auth-token-audiences': "set 'audiences'",
  },
};

/**
 * kube-rbac-proxy, which only lets clients reach the app that Kubernetes RBAC authorizes.
 *
 * The proxy calls the API server, so the service account of the pod needs permission to create TokenReviews and SubjectAccessReviews: see `allowReviews`. The sidecar
 * mounts the token of the service account even if the pod does not. The gate opens when the proxy serves requests. To let other pods connect, call
 * `access.exposeViaService()`, or
 * `receiveFrom(service)` for a Service that exists.
 *
 * kube-rbac-proxy serves no metrics of its own.
 *
 * `connect` sets `HOST` and `PORT` of a container, so that an app that reads them listens on loopback only.
 *
 * @see https://github.com/brancz/kube-rbac-proxy
 */
export class KubeRbacProxy extends InboundProxy {
  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: KubeRbacProxyProps) {
    checkPreset(scope, id, props, KINDS, KUBE_RBAC_PROXY, new.target !== KubeRbacProxy);
    const port = checkListenPort(`'${id}'`, props.port ?? KUBE_RBAC_PROXY_PORT);
    const healthPort = checkListenPort(`'${id}'`, props.healthPort ?? KUBE_RBAC_PROXY_HEALTH_PORT);
    checkPortUses(`'${id}'`, [
      { port: checkPort(`'${id}'`, props.appPort), use: 'the app' }, { port, use: 'clients' }, { port: healthPort, use: 'its health endpoint' },
    ]);
    const config = configuration(`'${id}'`, props);
    super(scope, id, { port, appPort: props.appPort, healthPort, envPrefix: props.envPrefix }, {
      ...presetProps(KUBE_RBAC_PROXY, props, DECIDED),
      resources: props.resources ?? resources(10, 20, 40),
      args: proxyArgs(`'${id}'`, props, port, healthPort),
      startup: StartupGate.httpGet('/healthz', healthPort, { ...gateOptions(props), https: true }),
    });
    mountServiceAccountToken(this);
    if (config) {
      mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, config);
    }
    mountSecret(this, TLS_FOLDER, 'tls', props.certificate);
    mountConfigMap(this, CLIENT_CA_FOLDER, 'client-ca', props.clientCertificateAuthority);
  }

  /**
   * Allows the service account of the pod to create TokenReviews and SubjectAccessReviews. Without them, the proxy rejects every request.
   * @param account the service account of the pod
   */
  public allowReviews(account: kplus.IServiceAccount): kplus.ClusterRole {
    const role = new kplus.ClusterRole(this, 'Reviews');
    role.allowCreate(kplus.ApiResource.TOKEN_REVIEWS, kplus.ApiResource.SUBJECT_ACCESS_REVIEWS);
    role.bind(account);
    return role;
  }
}

function proxyArgs(subject: string, props: KubeRbacProxyProps, port: number, healthPort: number): string[] {
  const allowed = checkPaths(subject, props.allowPaths ?? []);
  const ignored = checkPaths(subject, props.ignorePaths ?? []);
  if (allowed.length > 0 && ignored.length > 0) {
    throw refusal`${subject} sets both 'allowPaths' and 'ignorePaths', but kube-rbac-proxy accepts only one of them: remove one`;
  }
  return [
    `--secure-listen-address=0.0.0.0:${port}`,
    `--upstream=http://127.0.0.1:${props.appPort}/`,
    `--proxy-endpoints-port=${healthPort}`,
    ...(allowed.length > 0 ? [`--allow-paths=${allowed.join(',')}`] : []),
    ...(ignored.length > 0 ? [`--ignore-paths=${ignored.join(',')}`] : []),
    ...(props.resource || props.config ? [`--config-file=${CONFIG_FOLDER}/${CONFIG_FILE}`] : []),
    ...(props.certificate ? [`--tls-cert-file=${TLS_FOLDER}/tls.crt`, `--tls-private-key-file=${TLS_FOLDER}/tls.key`] : []),
    ...(props.tlsMinVersion ? [`--tls-min-version=${props.tlsMinVersion}`] : []),
    ...(props.clientCertificateAuthority ? [`--client-ca-file=${CLIENT_CA_FOLDER}/ca.crt`] : []),
    ...(props.audiences && props.audiences.length > 0 ? [`--auth-token-audiences=${props.audiences.join(',')}`] : []),
  ];
}

function checkPaths(subject: string, paths: string[]): string[] {
  const listed = paths.find(path => path.includes(','));
  if (listed !== undefined) {
    throw refusal`${subject} has the path '${listed}', which contains a comma: list each path separately`;
  }
  return paths.map(path => checkPath(subject, path));
}

/** The configuration file; undefined if the proxy needs none. */
function configuration(subject: string, { resource, config }: KubeRbacProxyProps): string | undefined {
  if (!resource) {
    return config ? toYaml(mergeConfig(wording`'config' of ${subject}`, {}, config, [])) : undefined;
  }
  if (!/^[a-z]/.test(resource.resource)) {
    throw refusal`${subject} has the resource '${resource.resource}', which is not valid: set a resource type in the plural, for example services`;
  }
  const { namespace, apiGroup, apiVersion, subresource, name } = resource;
  const typed = { authorization: { resourceAttributes: { namespace, apiGroup, apiVersion, resource: resource.resource, subresource, name } } };
  return toYaml(mergeConfig(wording`'config' of ${subject}`, typed, config, [[['authorization', 'resourceAttributes'], "set 'resource'"]]));
}
