import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { PresetProps } from './preset-props';
import { InboundProxy } from './private/inbound-proxy';
import { checkListenPort, checkPortUses, mountConfigFile } from './private/parts';
import { checkPath, checkPort, gateOptions, presetProps, resources } from './private/preset';
import { mountServiceAccountToken } from './private/service-account';
import { toYaml } from './private/yaml';
import { KUBE_RBAC_PROXY, KUBE_RBAC_PROXY_HEALTH_PORT, KUBE_RBAC_PROXY_PORT } from '../knowledge/programs/kube-rbac-proxy';
import { StartupGate } from '../sidecars/startup-gate';

const CONFIG_FOLDER = '/etc/kube-rbac-proxy';
const CONFIG_FILE = 'config.yaml';
const TLS_FOLDER = '/etc/kube-rbac-proxy-tls';

/** The Kubernetes resource that a caller must have a right to. The verb follows from the HTTP method, `get` from GET. */
export interface KubeRbacResource {
  /** The kind of resource in the plural, for example `services`. */
  readonly resource: string;
  /**
   * The subresource, for example `metrics`.
   * @default - the resource itself
   */
  readonly subresource?: string;
  /**
   * Its API group, for example `apps`.
   * @default - the core group
   */
  readonly apiGroup?: string;
  /**
   * The version of its API.
   * @default - any version
   */
  readonly apiVersion?: string;
  /**
   * Its namespace.
   * @default - a right in the whole cluster is asked for
   */
  readonly namespace?: string;
  /**
   * Its name.
   * @default - a right to all of them is asked for
   */
  readonly name?: string;
}

/** Where the app is, and what a caller must be allowed to. */
export interface KubeRbacProxyProps extends PresetProps {
  /** The port on loopback on which the app listens. */
  readonly appPort: number;
  /**
   * The port on which it serves the world, over TLS.
   * @default 8443
   */
  readonly port?: number;
  /**
   * The port of its health endpoint.
   * @default 8643
   */
  readonly healthPort?: number;
  /**
   * The resource that a caller must have a right to.
   * @default - the path of the request, as a non-resource URL
   */
  readonly resource?: KubeRbacResource;
  /**
   * The only paths that are passed on, with `*` for any part. All others are not found.
   * @default - all paths
   */
  readonly allowPaths?: string[];
  /**
   * Paths that everyone may call, with `*` for any part, for example `/healthz`.
   * @default - every path needs a right
   */
  readonly ignorePaths?: string[];
  /**
   * A Secret with `tls.crt` and `tls.key`. When they change, it reads them again.
   * @default - a certificate that it signs itself at start
   */
  readonly certificate?: kplus.ISecret;
  /**
   * What the names of the app's environment variables begin with.
   * @default - nothing, they are `HOST` and `PORT`
   */
  readonly envPrefix?: string;
}

/**
 * kube-rbac-proxy: only those reach the app whom the cluster's own access rules allow to.
 *
 * It asks the API server, so the pod's service account must be allowed to create token and access reviews: see `allowReviews`. It has the account's token also
 * where the pod has not. The gate opens when it serves. To reach it from elsewhere, use `access.exposeViaService()`.
 *
 * @see https://github.com/brancz/kube-rbac-proxy
 */
export class KubeRbacProxy extends InboundProxy {
  constructor(scope: Construct, id: string, props: KubeRbacProxyProps) {
    const port = checkListenPort(`'${id}'`, props.port ?? KUBE_RBAC_PROXY_PORT);
    const healthPort = checkListenPort(`'${id}'`, props.healthPort ?? KUBE_RBAC_PROXY_HEALTH_PORT);
    checkPortUses(`'${id}'`, [
      { port: checkPort(`'${id}'`, props.appPort), use: 'the app' }, { port, use: 'its callers' }, { port: healthPort, use: 'its health endpoint' },
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
   * Allows the pod's service account to ask who a caller is and what he may do. Without that every call is refused.
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
    throw new Error(`${subject} cannot have both 'allowPaths' and 'ignorePaths': kube-rbac-proxy takes one of them`);
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
    throw new Error(`${subject} cannot match the path '${listed}', which has a comma: give each path by itself`);
  }
  return paths.map(path => checkPath(subject, path));
}

function configuration(subject: string, resource: KubeRbacResource): string {
  if (!/^[a-z]/.test(resource.resource)) {
    throw new Error(`${subject} cannot ask for a right to '${resource.resource}': give a kind of resource in the plural, for example services`);
  }
  const { namespace, apiGroup, apiVersion, subresource, name } = resource;
  return toYaml({ authorization: { resourceAttributes: { namespace, apiGroup, apiVersion, resource: resource.resource, subresource, name } } });
}
