import { isLoopback } from './address';
import { configTree } from './config-tree';
import { ProgramRun } from './program-run';
import { isObject, JsonObject, listOf } from '../../data/json';

/** Filters that answer no request themselves. */
const PASSING_FILTER = /(^|\.)(router|cors|compressor|decompressor|gzip|grpc_web|grpc_stats|buffer|header_to_metadata|stateful_session|on_demand)$/;
/** Conditions of a route beside its path. */
const CONDITIONS = ['headers', 'query_parameters', 'grpc', 'runtime_fraction', 'dynamic_metadata', 'filter_state', 'tls_context'];

/**
 * The ports on loopback to which Envoy forwards a request at a port and a path, by a static configuration of the input; undefined when the configuration does not show
 * that it does, or shows that something else may answer.
 *
 * @see https://www.envoyproxy.io/docs/envoy/latest/api-v3/config/route/v3/route_components.proto
 */
export function envoyPassesOn(run: ProgramRun, port: number, path: string): number[] | undefined {
  const inline = run.flag('config-yaml');
  const texts = [...run.source.files(), ...(inline === undefined ? [] : [inline])].filter(text => text.includes('static_resources'));
  const trees = texts.map(configTree).filter(isObject);
  const [listener, ...more] = trees.flatMap(tree => listOf(tree.static_resources?.listeners)).filter(one => portOf(one.address) === port);
  const cluster = listener && more.length === 0 && trees.length === 1 ? clusterOf(listener, path) : undefined;
  return cluster === undefined ? undefined : portsOf(listOf(trees[0].static_resources?.clusters).find(({ name }) => name === cluster));
}

function portOf(address: unknown): number {
  return Number(isObject(address) ? address.socket_address?.port_value : undefined);
}

/** The cluster to which a listener with one chain of filters forwards a path. */
function clusterOf(listener: JsonObject, path: string): string | undefined {
  const chains = listOf(listener.filter_chains);
  const [filter, ...more] = chains.length === 1 ? listOf(chains[0].filters) : [];
  const config: unknown = filter && more.length === 0 ? filter.typed_config ?? filter.config : undefined;
  if (!isObject(config)) {
    return undefined;
  }
  return /tcp_proxy$/.test(String(filter.name)) ? textOf(config.cluster) : routedTo(config, path);
}

/** The cluster to which the routes of an HTTP listener lead a path, for any host: a kubelet names the address of the pod. */
function routedTo(manager: JsonObject, path: string): string | undefined {
  const hosts = listOf(manager.route_config?.virtual_hosts);
  const [host] = hosts.length === 1 ? hosts : hosts.filter(({ domains }) => Array.isArray(domains) && domains.includes('*'));
  const passes = listOf(manager.http_filters).every(({ name }) => PASSING_FILTER.test(String(name)));
  if (!host || !passes || !(Array.isArray(host.domains) && host.domains.includes('*'))) {
    return undefined;
  }
  for (const { match, route } of listOf(host.routes)) {
    const isMeant = isObject(match) ? matches(match, path) : undefined;
    if (isMeant !== false) {
      return isMeant && isObject(route) ? textOf(route.cluster) : undefined;
    }
  }
  return undefined;
}

/** Whether a route is for a path; undefined when more than the path decides. */
function matches(match: JsonObject, path: string): boolean | undefined {
  const plain = path.split('?', 1)[0];
  if (CONDITIONS.some(condition => match[condition] !== undefined)) {
    return undefined;
  }
  const { prefix, path: exact, path_separated_prefix: folder } = match;
  return typeof prefix === 'string' ? plain.startsWith(prefix)
    : typeof exact === 'string' ? plain === exact
      : typeof folder === 'string' ? plain === folder || plain.startsWith(`${folder}/`) : undefined;
}

/** The ports of a cluster whose endpoints are all on loopback. */
function portsOf(cluster: JsonObject | undefined): number[] | undefined {
  const endpoints = listOf(cluster?.load_assignment?.endpoints).flatMap(group => listOf(group.lb_endpoints));
  const ports = endpoints.map(({ endpoint }) => {
    const address: unknown = endpoint?.address?.socket_address;
    return isObject(address) && isLoopback(String(address.address)) ? Number(address.port_value) : NaN;
  });
  return ports.length > 0 && ports.every(Number.isInteger) ? [...new Set(ports)] : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
