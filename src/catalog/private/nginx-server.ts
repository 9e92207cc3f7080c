import { metricsPortOf } from './metrics';
import { block, Directive, directive } from './nginx-conf';
import { checkContexts, NginxContext, withDirectives } from './nginx-directives';
import { checkListenPort, checkPortUses } from './parts';
import { checkPort } from './preset';
import { refusal } from '../../caller/refusal';
import { sortedEntries } from '../../data/sorted';
import { NGINX_HEALTH_PORT, NGINX_METRICS_PORT, NGINX_PORT } from '../../knowledge/programs/nginx';
import { wholeSeconds } from '../../sidecars/whole-seconds';
import { NginxProps } from '../nginx-props';

/** The path of the health check. */
export const NGINX_HEALTH_PATH = '/healthz';
/** Where a Secret with a certificate is mounted. */
export const NGINX_TLS_FOLDER = '/etc/nginx-tls';
const TEMPORARY_FILES = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The ports of an nginx. */
export interface NginxPorts {
  readonly app: number;
  readonly port: number;
  readonly health: number;
  /** Undefined if it serves no counters. */
  readonly metrics: number | undefined;
}

/** The ports of an nginx. Refuses a port with two purposes. */
export function nginxPorts(subject: string, props: NginxProps): NginxPorts {
  const ports = {
    app: checkPort(subject, props.appPort),
    port: checkListenPort(subject, props.port ?? NGINX_PORT),
    health: checkListenPort(subject, props.healthPort ?? NGINX_HEALTH_PORT),
    metrics: metricsPortOf(subject, props, NGINX_METRICS_PORT),
  };
  checkPortUses(subject, [
    { port: ports.app, use: 'the app' },
    { port: ports.port, use: 'clients' },
    { port: ports.health, use: 'its health check' },
    ...(ports.metrics === undefined ? [] : [{ port: ports.metrics, use: 'metrics' }]),
  ]);
  return ports;
}

/** The configuration of nginx, with the directives of the user in each context. */
export function nginxConf(subject: string, props: NginxProps, ports: NginxPorts, drainSeconds: number): Directive[] {
  const within = (context: NginxContext, own: readonly Directive[]) => withDirectives(subject, context, own, props.config ?? {});
  checkContexts(subject, props.config ?? {});
  return [
    ...within('main', [
      directive('daemon', 'off'),
      directive('worker_processes', 1),
      directive('worker_shutdown_timeout', `${drainSeconds}s`),
      directive('pid', '/tmp/nginx.pid'),
      directive('error_log', '/dev/stderr', 'warn'),
    ]),
    block(['events'], within('events', [directive('worker_connections', 1024)])),
    block(['http'], within('http', [
      ...TEMPORARY_FILES.map(files => directive(`${files}_temp_path`, `/tmp/${files}_temp`)),
      directive('access_log', '/dev/stdout'),
      directive('server_tokens', 'off'),
      directive('client_max_body_size', `${props.maxBodySize?.toKibibytes() ?? 1024}k`),
      ...(props.gzip ? [directive('gzip', 'on'), directive('gzip_types', 'text/css', 'text/plain', 'application/javascript', 'application/json')] : []),
      ...headerMaps(),
      block(['upstream', 'app'], [directive('server', `127.0.0.1:${ports.app}`), directive('keepalive', 16)]),
      block(['server'], within('server', [
        ...listening(ports.port, Boolean(props.certificate)),
        ...responseHeaders(subject, props.responseHeaders ?? {}),
        block(['location', '/'], within('location', proxying(props))),
      ])),
      internalServer(ports.health, NGINX_HEALTH_PATH, directive('return', 200)),
      ...(ports.metrics === undefined ? [] : [internalServer(ports.metrics, '/stub_status', directive('stub_status'))]),
    ])),
  ];
}

function listening(port: number, withTls: boolean): Directive[] {
  return withTls ? [
    directive('listen', `0.0.0.0:${port}`, 'ssl'),
    directive('ssl_certificate', `${NGINX_TLS_FOLDER}/tls.crt`),
    directive('ssl_certificate_key', `${NGINX_TLS_FOLDER}/tls.key`),
    directive('ssl_protocols', 'TLSv1.2', 'TLSv1.3'),
  ] : [directive('listen', `0.0.0.0:${port}`)];
}

/** A server for one path that does not call the app. */
function internalServer(port: number, path: string, answer: Directive): Directive {
  return block(['server'], [
    directive('listen', `0.0.0.0:${port}`),
    directive('access_log', 'off'),
    block(['location', '=', path], [answer]),
    block(['location', '/'], [directive('return', 404)]),
  ]);
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
  return sortedEntries(headers).map(([name, value]) => {
    if (!/^[A-Za-z0-9-]+$/.test(name) || /[\r\n]/.test(value)) {
      throw refusal`the header '${name}: ${value}' of ${subject} is not valid: use letters, digits and dashes in the name, and one line for the value, for example X-Frame-Options: DENY`;
    }
    return directive('add_header', name, value, 'always');
  });
}
