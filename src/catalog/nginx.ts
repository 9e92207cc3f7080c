import { Construct, IConstruct } from 'constructs';
import { NginxProps } from './nginx-props';
import { Kinds, DURATION, FLAG, NUMBER, required, SIZE, TEXT_MAPPING } from '../data/arguments';
import { SECRET } from '../sidecars/kinds';
import { Decided, ENDS } from './private/decided';
import { declaredMetrics } from './private/metrics';
import { toNginxConf } from './private/nginx-conf';
import { NGINX_HEALTH_PATH, NGINX_TLS_FOLDER, nginxConf, nginxPorts } from './private/nginx-server';
import { mountConfigFile, mountEmptyDir, mountSecret, shutdownSeconds } from './private/parts';
import { gateOptions, presetProps, resources, checkPreset, PRESET_KINDS } from './private/preset';
import { PresetSidecar } from './private/preset-sidecar';
import { receiveFrom } from './private/receive-from';
import { DATA } from '../data/plain-data';
import { NGINX } from '../knowledge/programs/nginx';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';

const CONFIG_FOLDER = '/etc/nginx';
const CONFIG_FILE = 'nginx.conf';

/** What its properties must be. */
const KINDS: Kinds<NginxProps> = {
  ...PRESET_KINDS,
  appPort: required(NUMBER, '8080'),
  port: NUMBER,
  healthPort: NUMBER,
  maxBodySize: SIZE,
  readTimeout: DURATION,
  buffering: FLAG,
  gzip: FLAG,
  responseHeaders: TEXT_MAPPING,
  certificate: SECRET,
  metrics: FLAG,
  metricsPort: NUMBER,
  config: DATA,
};

/** The flags that have a property, or that would break the sidecar. */
const DECIDED: Decided = {
  flags: {
    g: "set 'config'",
    c: "set 'config'",
    p: "set 'config'",
    t: 'remove it, because nginx would only test its configuration and exit',
    T: 'remove it, because nginx would only test its configuration and exit',
    s: 'remove it, because nginx would only send a signal and exit',
    h: ENDS,
    v: ENDS,
    V: ENDS,
  },
  letters: 'hvVtTqs:p:e:c:g:',
};

/**
 * An unprivileged nginx as a reverse proxy in front of the app.
 *
 * Point the Service of the app at nginx with `receiveFrom(service)`, or create one with `access.exposeViaService()`. The health check has its own port and does not call the app, so all paths
 * belong to the app. When the pod terminates, the app stops first: set a pre-stop delay, so that it still serves late requests. nginx then completes open requests if
 * the stop signal of its image is SIGQUIT, as it is for the official images.
 *
 * `connect` sets `PORT` of a container, on which the app must listen.
 *
 * @see https://github.com/nginx/docker-nginx-unprivileged
 */
export class Nginx extends PresetSidecar {
  /** The port on which nginx serves clients. */
  public readonly port: number;
  /** The port on which the app listens. */
  public readonly appPort: number;
  /**
   * The port on which nginx serves its counters.
   * @default - nginx serves no counters
   */
  public readonly metricsPort?: number;

  /**
   * Adds the sidecar to a workload.
   * @param scope the workload that gets the sidecar
   * @param id the name of the sidecar within its workload
   * @param props the settings of the program and of its container
   */
  constructor(scope: Construct, id: string, props: NginxProps) {
    checkPreset(scope, id, props, KINDS, NGINX, new.target !== Nginx);
    const subject = `'${id}'`;
    const ports = nginxPorts(subject, props);
    const drainSeconds = shutdownSeconds(subject, NGINX, props, 2) - 1;
    const conf = toNginxConf(nginxConf(subject, props, ports, drainSeconds));
    super(scope, id, {
      ...presetProps(NGINX, props, DECIDED),
      resources: props.resources ?? resources(50, 32, 128),
      // Bypasses the entrypoint of the image, which rewrites files that are read-only here.
      command: ['nginx'],
      args: ['-e', '/dev/stderr', '-c', `${CONFIG_FOLDER}/${CONFIG_FILE}`],
      ports: [{ number: ports.port }, ...declaredMetrics(ports.metrics)],
      startup: StartupGate.httpGet(NGINX_HEALTH_PATH, ports.health, gateOptions(props)),
    });
    this.port = ports.port;
    this.appPort = ports.app;
    this.metricsPort = ports.metrics;
    this._listensOn(
      { port: ports.port, property: "'port'" },
      { port: ports.health, property: "'healthPort'" },
      ...(ports.metrics === undefined ? [] : [{ port: ports.metrics, property: "'metricsPort'" }]),
    );
    mountEmptyDir(this, '/tmp', 'tmp');
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, conf);
    mountSecret(this, NGINX_TLS_FOLDER, 'tls', props.certificate);
  }

  /**
   * Points a Service of the app at nginx: its ports that target the app then target nginx. Otherwise its clients bypass nginx (NS615).
   * @param service a Service of cdk8s-plus of any version, or a `KubeService`
   */
  public receiveFrom(service: IConstruct): void {
    receiveFrom(service, { name: this.name, port: this.port, appPort: this.appPort, attached: this._attached });
  }

  /** @internal */
  protected _connection(): Connection {
    return { variables: { PORT: String(this.appPort) } };
  }
}
