import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PresetProps } from './preset-props';
import { Kinds, NUMBER, required, structOf, TEXT, TEXTS } from '../data/arguments';
import { SECRET } from '../sidecars/kinds';
import { InboundProxy } from './private/inbound-proxy';
import { checkListenPort, checkPortUses, mountConfigFile } from './private/parts';
import { checkPreset, PRESET_KINDS, checkPath, checkPort, gateOptions, presetProps, resources } from './private/preset';
import { mountServiceAccountToken } from './private/service-account';
import { toYaml } from './private/yaml';
import { KUBE_RBAC_PROXY, KUBE_RBAC_PROXY_HEALTH_PORT, KUBE_RBAC_PROXY_PORT } from '../knowledge/programs/kube-rbac-proxy';
import { StartupGate } from '../sidecars/startup-gate';

const CONFIG_FOLDER = '/etc/kube-rbac-proxy';
const CONFIG_FILE = 'config.yaml';
const TLS_FOLDER = '/etc/kube-rbac-proxy-tls';

/** The Kubernetes resource that a client must be authorized for. The HTTP method determines the verb, for example `get` for GET. */
export interface KubeRbacResource {
  /** The resource type in the plural, for example `services`. */
  readonly resource: string;
  /**
   * The subresource, for example `metrics`.
   * @default - the resource itself
   */
  readonly subresource?: string;
  /**
   * The API group, for example `apps`.
   * @default - the core group
   */
  readonly apiGroup?: string;
  /**
   * The API version.
   * @default - any version
   */
  readonly apiVersion?: string;
  /**
   * The namespace of the resource.
   * @default - the client must be authorized in the whole cluster
   */
  readonly namespace?: string;
  /**
   * The name of the resource.
   * @default - the client must be authorized for all resources of the type
   */
  readonly name?: string;
}

/** Properties of a `KubeRbacProxy`. */
export interface KubeRbacProxyProps extends PresetProps {
  /** The port on loopback on which the app listens. */
  readonly appPort: number;
  /**
   * The port on which the proxy serves clients, over TLS.
   * @default 8443
   */
  readonly port?: number;
  /**
   * The port of the health endpoint.
   * @default 8643
   */
  readonly healthPort?: number;
  /**
   * The resource that a client must be authorized for.
   * @default - the path of the request, as a non-resource URL
   */
  readonly resource?: KubeRbacResource;
  /**
   * The only paths that the proxy forwards, with `*` as a wildcard. For all other paths, it returns 404.
   * @default - all paths
   */
  readonly allowPaths?: string[];
  /**
   * Paths that need no authorization, with `*` as a wildcard, for example `/healthz`.
   * @default - every path needs authorization
   */
  readonly ignorePaths?: string[];
  /**
   * A Secret with `tls.crt` and `tls.key`. The proxy reloads them when they change.
   * @default - a self-signed certificate that the proxy creates at startup
   */
  readonly certificate?: kplus.ISecret;
  /**
   * The prefix of the environment variables that the app gets.
   * @default - no prefix: the variables are `HOST` and `PORT`
   */
  readonly envPrefix?: string;
}

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
  envPrefix: TEXT,
};

/**
 * kube-rbac-proxy, which only lets clients reach the app that Kubernetes RBAC authorizes.
 *
 * The proxy calls the API server, so the service account of the pod needs permission to create TokenReviews and SubjectAccessReviews: see `allowReviews`. The sidecar
 * mounts the token of the service account even if the pod does not. The gate opens when the proxy serves requests. To let other pods connect, call
 * `access.exposeViaService()`, or
 * `receiveFrom(service)` for a Service that exists.
 *
 * `connect` sets `HOST` and `PORT` of a container, so that an app that reads them listens on loopback only.
 *
 * @see https://github.com/brancz/kube-rbac-proxy
 */
export class KubeRbacProxy extends InboundProxy {
  constructor(scope: Construct, id: string, props: KubeRbacProxyProps) {
    checkPreset(scope, id, props, KINDS);
    const port = checkListenPort(`'${id}'`, props.port ?? KUBE_RBAC_PROXY_PORT);
    const healthPort = checkListenPort(`'${id}'`, props.healthPort ?? KUBE_RBAC_PROXY_HEALTH_PORT);
    checkPortUses(`'${id}'`, [
      { port: checkPort(`'${id}'`, props.appPort), use: 'the app' }, { port, use: 'clients' }, { port: healthPort, use: 'its health endpoint' },
    ]);
    super(scope, id, { port, appPort: props.appPort, healthPort, envPrefix: props.envPrefix }, {
      ...presetProps(KUBE_RBAC_PROXY, props),
      resources: props.resources ?? resources(10, 20, 40),
      args: proxyArgs(`'${id}'`, props, port, healthPort),
      startup: StartupGate.httpGet('/healthz', healthPort, { ...gateOptions(props), https: true }),
    });
    mountServiceAccountToken(this);
    if (props.resource) {
      mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, configuration(`'${id}'`, props.resource));
    }
    if (props.certificate) {
      const volume = kplus.Volume.fromSecret(this, 'volume-tls', props.certificate, { name: `${this.name}-tls` });
      this.container.mount(TLS_FOLDER, volume, { readOnly: true });
    }
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
    throw new Error(`${subject} sets both 'allowPaths' and 'ignorePaths', but kube-rbac-proxy accepts only one of them: remove one`);
  }
  return [
    `--secure-listen-address=0.0.0.0:${port}`,
    `--upstream=http://127.0.0.1:${props.appPort}/`,
    `--proxy-endpoints-port=${healthPort}`,
    ...(allowed.length > 0 ? [`--allow-paths=${allowed.join(',')}`] : []),
    ...(ignored.length > 0 ? [`--ignore-paths=${ignored.join(',')}`] : []),
    ...(props.resource ? [`--config-file=${CONFIG_FOLDER}/${CONFIG_FILE}`] : []),
    ...(props.certificate ? [`--tls-cert-file=${TLS_FOLDER}/tls.crt`, `--tls-private-key-file=${TLS_FOLDER}/tls.key`] : []),
  ];
}

function checkPaths(subject: string, paths: string[]): string[] {
  const listed = paths.find(path => path.includes(','));
  if (listed !== undefined) {
    throw new Error(`${subject} has the path '${listed}', which contains a comma: list each path separately`);
  }
  return paths.map(path => checkPath(subject, path));
}

function configuration(subject: string, resource: KubeRbacResource): string {
  if (!/^[a-z]/.test(resource.resource)) {
    throw new Error(`${subject} has the resource '${resource.resource}', which is not valid: set a resource type in the plural, for example services`);
  }
  const { namespace, apiGroup, apiVersion, subresource, name } = resource;
  return toYaml({ authorization: { resourceAttributes: { namespace, apiGroup, apiVersion, resource: resource.resource, subresource, name } } });
}
