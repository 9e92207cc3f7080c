import { Duration, Size } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { PresetProps } from './preset-props';
import { Kinds, DURATION, FLAG, NUMBER, required, SIZE, TEXT_MAPPING } from '../data/arguments';
import { Connectable } from './private/connectable';
import { block, Directive, directive, toNginxConf } from './private/nginx-conf';
import { checkListenPort, checkPortUses, mountConfigFile, mountEmptyDir, shutdownSeconds } from './private/parts';
import { checkPort, gateOptions, presetProps, resources, checkPreset, PRESET_KINDS } from './private/preset';
import { receiveFrom } from './private/receive-from';
import { NGINX, NGINX_HEALTH_PORT, NGINX_PORT } from '../knowledge/programs/nginx';
import { Connection } from '../sidecars/connect';
import { StartupGate } from '../sidecars/startup-gate';
import { wholeSeconds } from '../sidecars/whole-seconds';

const CONFIG_FOLDER = '/etc/nginx';
const CONFIG_FILE = 'nginx.conf';
const HEALTH_PATH = '/healthz';
const TEMPORARY_FILES = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Properties of an `Nginx`. */
export interface NginxProps extends PresetProps {
  /** The port of the app. The app should listen on loopback only. */
  readonly appPort: number;
  /**
   * The port on which nginx serves clients.
   * @default 8000
   */
  readonly port?: number;
  /**
   * The port of the health check, which the startup gate uses. A second nginx in the same pod needs another port.
   * @default 9903
   */
  readonly healthPort?: number;
  /**
   * The maximum size of a request body. Zero means no limit.
   * @default Size.mebibytes(1)
   */
  readonly maxBodySize?: Size;
  /**
   * How long nginx waits for data from the app before it aborts a request.
   * @default Duration.seconds(60)
   */
  readonly readTimeout?: Duration;
  /**
   * Buffers requests and responses, so that slow clients do not block the app. Disable it for streams.
   * @default true
   */
  readonly buffering?: boolean;
  /**
   * Compresses text responses.
   * @default false
   */
  readonly gzip?: boolean;
  /**
   * Headers for every response, for example `X-Frame-Options`. nginx replaces variables in the values, for example `$request_id`.
   * @default - no additional headers
   */
  readonly responseHeaders?: { [name: string]: string };
}

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
export class Nginx extends Connectable {
  /** The port on which nginx serves clients. */
  public readonly port: number;
  /** The port on which the app listens. */
  public readonly appPort: number;

  constructor(scope: Construct, id: string, props: NginxProps) {
    checkPreset(scope, id, props, KINDS);
    const subject = `'${id}'`;
    const ports = portsOf(subject, props);
    const drainSeconds = shutdownSeconds(subject, NGINX, props, 2) - 1;
    const conf = toNginxConf(nginxConf(subject, props, ports, drainSeconds));
    super(scope, id, {
      ...presetProps(NGINX, props),
      resources: props.resources ?? resources(50, 32, 128),
      // Bypasses the entrypoint of the image, which rewrites files that are read-only here.
      command: ['nginx'],
      args: ['-e', '/dev/stderr', '-c', `${CONFIG_FOLDER}/${CONFIG_FILE}`],
      ports: [{ number: ports.port }],
      startup: StartupGate.httpGet(HEALTH_PATH, ports.health, gateOptions(props)),
    });
    this.port = ports.port;
    this.appPort = ports.app;
    this._listensOn({ port: ports.port, property: "'port'" }, { port: ports.health, property: "'healthPort'" });
    mountEmptyDir(this, '/tmp', 'tmp');
    mountConfigFile(this, CONFIG_FOLDER, CONFIG_FILE, conf);
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

interface Ports {
  readonly app: number;
  readonly port: number;
  readonly health: number;
}

function portsOf(subject: string, props: NginxProps): Ports {
  const ports = {
    app: checkPort(subject, props.appPort),
    port: checkListenPort(subject, props.port ?? NGINX_PORT),
    health: checkListenPort(subject, props.healthPort ?? NGINX_HEALTH_PORT),
  };
  checkPortUses(subject, [
    { port: ports.app, use: 'the app' },
    { port: ports.port, use: 'clients' },
    { port: ports.health, use: 'its health check' },
  ]);
  return ports;
}

function nginxConf(subject: string, props: NginxProps, ports: Ports, drainSeconds: number): Directive[] {
  return [
    directive('daemon', 'off'),
    directive('worker_processes', 1),
    directive('worker_shutdown_timeout', `${drainSeconds}s`),
    directive('pid', '/tmp/nginx.pid'),
    directive('error_log', '/dev/stderr', 'warn'),
    block(['events'], [directive('worker_connections', 1024)]),
    block(['http'], [
      ...TEMPORARY_FILES.map(files => directive(`${files}_temp_path`, `/tmp/${files}_temp`)),
      directive('access_log', '/dev/stdout'),
      directive('server_tokens', 'off'),
      directive('client_max_body_size', `${props.maxBodySize?.toKibibytes() ?? 1024}k`),
      ...(props.gzip ? [directive('gzip', 'on'), directive('gzip_types', 'text/css', 'text/plain', 'application/javascript', 'application/json')] : []),
      ...headerMaps(),
      block(['upstream', 'app'], [directive('server', `127.0.0.1:${ports.app}`), directive('keepalive', 16)]),
      block(['server'], [
        directive('listen', `0.0.0.0:${ports.port}`),
        ...responseHeaders(subject, props.responseHeaders ?? {}),
        block(['location', '/'], proxying(props)),
      ]),
      block(['server'], [
        directive('listen', `0.0.0.0:${ports.health}`),
        directive('access_log', 'off'),
        block(['location', '=', HEALTH_PATH], [directive('return', 200)]),
        block(['location', '/'], [directive('return', 404)]),
      ]),
    ]),
  ];
}

/** Forwards WebSockets, and the client protocol that a proxy in front of nginx reports. */
function headerMaps(): Directive[] {
  return [
    block(['map', '$http_upgrade', '$connection_upgrade'], [directive('default', 'upgrade'), directive('', '')]),
    block(['map', '$http_x_forwarded_proto', '$forwarded_proto'], [directive('default', '$http_x_forwarded_proto'), directive('', '$scheme')]),
  ];
}

function proxying(props: NginxProps): Directive[] {
  const buffering = props.buffering ?? true;
  return [
    directive('proxy_pass', 'http://app'),
    directive('proxy_http_version', '1.1'),
    directive('proxy_read_timeout', `${props.readTimeout ? wholeSeconds(props.readTimeout) : 60}s`),
    ...(buffering ? [] : [directive('proxy_buffering', 'off'), directive('proxy_request_buffering', 'off')]),
    directive('proxy_set_header', 'Host', '$http_host'),
    directive('proxy_set_header', 'Upgrade', '$http_upgrade'),
    directive('proxy_set_header', 'Connection', '$connection_upgrade'),
    directive('proxy_set_header', 'X-Real-IP', '$remote_addr'),
    directive('proxy_set_header', 'X-Forwarded-For', '$proxy_add_x_forwarded_for'),
    directive('proxy_set_header', 'X-Forwarded-Proto', '$forwarded_proto'),
  ];
}

function responseHeaders(subject: string, headers: { readonly [name: string]: string }): Directive[] {
  return Object.entries(headers).map(([name, value]) => {
    if (!/^[A-Za-z0-9-]+$/.test(name) || /[\r\n]/.test(value)) {
      throw new Error(`the header '${name}: ${value}' of ${subject} is not valid: use letters, digits and dashes in the name, and one line for the value, for example X-Frame-Options: DENY`);
    }
    return directive('add_header', name, value, 'always');
  });
}
