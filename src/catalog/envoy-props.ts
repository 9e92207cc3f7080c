import * as kplus from 'cdk8s-plus-28';
import { EnvoyProtocol, EnvoyUpstream } from './envoy-upstream';
import { PresetProps } from './preset-props';

/** Properties of an `Envoy`. Set `upstreams`, `appPort`, or both. */
export interface EnvoyProps extends PresetProps {
  /**
   * The services that the app calls through Envoy.
   * @default - the app calls no services through Envoy
   */
  readonly upstreams?: EnvoyUpstream[];
  /**
   * The port of the app that clients reach through Envoy. The app should listen on loopback only.
   * @default - clients do not reach the app through Envoy
   */
  readonly appPort?: number;
  /**
   * The port on which Envoy serves clients of the app, if `appPort` is set.
   * @default 10000
   */
  readonly port?: number;
  /**
   * The protocol between clients and the app.
   * @default EnvoyProtocol.HTTP
   */
  readonly appProtocol?: EnvoyProtocol;
  /**
   * The number of worker threads.
   * @default 1
   */
  readonly concurrency?: number;
  /**
   * The port of the readiness listener, which the startup gate checks. A second Envoy in the same pod needs another port.
   * @default 9902
   */
  readonly readyPort?: number;
  /**
   * The admin port on loopback. A second Envoy in the same pod needs another port.
   * @default 9901
   */
  readonly adminPort?: number;
  /**
   * A Secret with `tls.crt` and `tls.key` for clients of the app, if `appPort` is set. Envoy reads them at startup, and then accepts TLS only.
   * @default - clients connect without TLS
   */
  readonly certificate?: kplus.ISecret;
  /**
   * A ConfigMap with the certificate authorities of upstreams with `tls` in the key `ca.crt`.
   * @default - the certificate authorities of the image
   */
  readonly certificateAuthority?: kplus.IConfigMap;
  /**
   * Serves Prometheus metrics at `/stats/prometheus`, and nothing else of the admin interface.
   * @default false
   */
  readonly metrics?: boolean;
  /**
   * The port of the metrics, if `metrics` is true.
   * @default 9904
   */
  readonly metricsPort?: number;
  /**
   * Further bootstrap configuration, for example `{ stats_config: { use_all_default_tags: true } }`. Mappings are merged, scalars and lists replace those of the
   * sidecar, and null removes a key. Listeners and clusters in `static_resources` are added to those of the sidecar, which cannot be changed.
   * @default - only the configuration that follows from the other properties
   */
  readonly config?: { [key: string]: any };
}
