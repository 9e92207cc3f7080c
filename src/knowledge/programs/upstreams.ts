import { addressOf, isLoopback } from './address';
import { ProgramRun } from './program-run';

/** The ports on loopback among the values of a flag that may be given several times, and of the equivalent variable, which lists them with commas. */
export function flaggedUpstreams(run: ProgramRun, flag: string, variable?: string): number[] {
  return givenUpstreams(run, flag, variable).flatMap(text => {
    const address = addressOf(text);
    return address && isLoopback(address.host) ? [address.port] : [];
  });
}

/** The values of a flag that may be given several times, and of the equivalent variable, which lists them with commas. */
export function givenUpstreams(run: ProgramRun, flag: string, variable?: string): string[] {
  const { words } = run.source;
  const flagged = words.flatMap((word, index) => {
    const name = word.replace(/^--?/, '');
    return name === word ? [] : name === flag ? [words[index + 1] ?? ''] : name.startsWith(`${flag}=`) ? [name.slice(flag.length + 1)] : [];
  });
  return [...flagged, ...(variable === undefined ? [] : run.variable(variable)?.split(',') ?? [])].map(text => text.trim());
}

const LOOPBACK = '(?:127\\.0\\.0\\.1|localhost|\\[::1\\])';

/** The servers of an `upstream`, or the target of `proxy_pass` and its siblings, in a configuration of nginx. */
const NGINX_UPSTREAM = new RegExp(`\\b(?:server\\s+|(?:proxy|grpc|fastcgi|uwsgi)_pass\\s+(?:\\w+://)?)${LOOPBACK}:(\\d{1,5})`, 'g');
/** `server name 127.0.0.1:8080` in a configuration of HAProxy. */
const HAPROXY_UPSTREAM = new RegExp(`^[ \\t]*server\\s+\\S+\\s+(?:ipv[46]@)?${LOOPBACK}:(\\d{1,5})`, 'gm');
/** The endpoint of a cluster in a configuration of Envoy, as YAML or JSON. Listeners and the admin interface have no `endpoint`. */
const ENVOY_UPSTREAM = new RegExp(
  `\\bendpoint"?\\s*:[\\s{]*"?address"?\\s*:[\\s{]*"?socket_address"?\\s*:[\\s{]*"?address"?\\s*:\\s*["']?${LOOPBACK}["']?[\\s,]+"?port_value"?\\s*:\\s*(\\d{1,5})`, 'g');
const ENVOY_ADMIN = /\badmin"?\s*:[\s{]*(?:"?access_log_path"?\s*:\s*\S+[\s,]+)?"?address"?\s*:[\s{]*"?socket_address"?\s*:[\s{]*"?address"?\s*:\s*["']?[\w.:]+["']?[\s,]+"?port_value"?\s*:\s*(\d{1,5})/;

/** The ports on loopback to which nginx forwards requests. */
export function nginxUpstreams(run: ProgramRun): number[] {
  return portsIn(run, NGINX_UPSTREAM);
}

/** The ports on loopback to which HAProxy forwards requests. */
export function haproxyUpstreams(run: ProgramRun): number[] {
  return portsIn(run, HAPROXY_UPSTREAM);
}

/** The ports on loopback to which Envoy forwards requests, without its own admin interface. */
export function envoyUpstreams(run: ProgramRun): number[] {
  const admins = run.source.files().flatMap(text => ENVOY_ADMIN.exec(text)?.[1] ?? []).map(Number);
  return portsIn(run, ENVOY_UPSTREAM).filter(port => !admins.includes(port));
}

/** A server or a target of requests in a configuration of nginx, on another host: neither a variable nor the name of an `upstream`. */
const NGINX_ELSEWHERE = new RegExp(`\\b(?:server\\s+|(?:proxy|grpc|fastcgi|uwsgi)_pass\\s+\\w+://)(?!${LOOPBACK}|unix:|\\$)(?:[\\w-]+\\.[\\w.-]+|[\\w-]+:\\d)`);
/** `server name db.example.com:5432` in a configuration of HAProxy. */
const HAPROXY_ELSEWHERE = new RegExp(`^[ \\t]*server\\s+\\S+\\s+(?!(?:ipv[46]@)?${LOOPBACK}|unix@|/)[\\w.-]+:\\d`, 'm');

/** Whether nginx forwards requests to other hosts, and none inside of the pod: it stands between the app and the world, whoever calls it. */
export function nginxForwardsOut(run: ProgramRun): boolean {
  return forwardsOut(run, NGINX_ELSEWHERE, nginxUpstreams);
}

/** Whether HAProxy forwards requests to other hosts, and none inside of the pod. */
export function haproxyForwardsOut(run: ProgramRun): boolean {
  return forwardsOut(run, HAPROXY_ELSEWHERE, haproxyUpstreams);
}

function forwardsOut(run: ProgramRun, elsewhere: RegExp, upstreams: (run: ProgramRun) => readonly number[]): boolean {
  return run.source.files().some(text => elsewhere.test(text)) && upstreams(run).length === 0;
}

function portsIn(run: ProgramRun, pattern: RegExp): number[] {
  return [...new Set(run.source.files().flatMap(text => [...text.matchAll(pattern)].map(([, port]) => Number(port))))];
}
