import { mergeConfig, RawConfig } from './merge-config';
import { checkPort } from './preset';
import { ConfigList, ConfigMapping } from './yaml';
import { refusal } from '../../caller/refusal';
import { isObject } from '../../data/json';
import { Subject, wording } from '../../data/wording';
import { EnvoyProps } from '../envoy-props';
import { EnvoyUpstream } from '../envoy-upstream';

/** The names of listeners and clusters that are no upstreams. */
const OWN_NAMES = ['app', 'ready', 'admin-metrics'];

/** Refuses upstreams that Envoy cannot have. */
export function checkUpstreams(subject: string, upstreams: readonly EnvoyUpstream[], appPort: number | undefined): void {
  if (upstreams.length === 0 && appPort === undefined) {
    throw refusal`${subject} has nothing to proxy: set 'upstreams' for services that the app calls, 'appPort' for clients that call the app, or both`;
  }
  for (const { name, host, port } of upstreams) {
    if (!/^[a-z]([a-z0-9-]*[a-z0-9])?$/.test(name)) {
      throw refusal`${subject} has an upstream with the name '${name}', which is not valid: use lowercase letters, digits and dashes, for example orders`;
    }
    if (!/^[A-Za-z0-9.:_-]+$/.test(host) || /:\d+$/.test(host) && host.split(':').length === 2) {
      throw refusal`the host '${host}' of upstream '${name}' in ${subject} is not valid: set a host name or IP address without scheme and port, for example orders.shop.svc.cluster.local`;
    }
    checkPort(`${subject} with upstream '${name}'`, port);
  }
  const names = upstreams.map(({ name }) => name);
  const duplicate = names.find((name, index) => names.indexOf(name) !== index || OWN_NAMES.includes(name));
  if (duplicate !== undefined) {
    throw refusal`the upstream name '${duplicate}' of ${subject} is reserved or not unique: give each upstream a unique name other than '${'app'}', '${'ready'}' and 'admin-metrics'`;
  }
}

/** Refuses certificates that nothing would use. */
export function checkTls(subject: string, props: EnvoyProps): void {
  if (props.certificate && (props.appPort ?? undefined) === undefined) {
    throw refusal`${subject} has a 'certificate' for clients, but serves none: set 'appPort'`;
  }
  if (props.certificateAuthority && !(props.upstreams ?? []).some(({ tls }) => tls)) {
    throw refusal`${subject} has a 'certificateAuthority', but no upstream with TLS: set 'tls' of an upstream`;
  }
}

/** The configuration with the one of the user. Listeners and clusters are added, because the sidecar needs its own. */
export function mergeEnvoyConfig(subject: string, typed: ConfigMapping, raw: RawConfig | undefined): ConfigMapping {
  const property = wording`'config' of ${subject}`;
  const statics = isObject(raw?.static_resources) ? raw.static_resources : {};
  const merged: any = mergeConfig(property, typed, raw, [[['admin', 'address'], "set 'adminPort'"]]);
  const own: any = typed.static_resources;
  if (!isObject(merged.static_resources)) {
    throw refusal`${property} replaces static_resources, which has the listeners of the sidecar: add listeners and clusters to it`;
  }
  const lists = Object.fromEntries(['listeners', 'clusters'].map(list => [list, [...own[list], ...(statics[list] ? added(property, list, own[list], merged.static_resources[list]) : [])]]));
  return { ...merged, static_resources: { ...merged.static_resources, ...lists } };
}

function added(property: Subject, list: string, own: ConfigList, more: unknown): ConfigList {
  if (!Array.isArray(more)) {
    throw refusal`${property} has static_resources.${list} that is no list: set a list`;
  }
  const taken = more.find(one => own.some((other: any) => other.name === one?.name));
  if (taken) {
    throw refusal`${property} has '${taken.name}' in static_resources.${list}, which the sidecar has too: use another name`;
  }
  return more;
}
