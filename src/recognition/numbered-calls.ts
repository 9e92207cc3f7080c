import { isBinding } from './bound-addresses';
import { Setting } from './settings';
import { isLoopback, isOnLoopback } from '../knowledge/programs/address';

/** The number of a port in a setting of its own, that may belong to another container. */
export interface NumberedCall {
  readonly port: number;
  readonly text: string;
  /** The name says that the container passes requests on to it. */
  readonly isPassedOn: boolean;
  /** The name is one that only proxies have: also work has a target. */
  readonly isForwarded: boolean;
}

/** Names of the ports to which a proxy passes requests on. */
const TARGET_PORT = /(^|[-_.])(remote|target|upstream|backend|dest|destination)[-_.]?port$/i;
const FORWARDED = /(remote|upstream)[-_.]?port$/i;
const HOST = /[-_.]?(host|hostname|addr|address|server|ip)$/i;
const PORT = /(^|[-_.])port([-_.]|$)/i;

/**
 * The ports that the settings of a container name by their number alone. One beside the host of another place is there; one beside a loopback host with the same beginning
 * (`DD_FIPS_LOCAL_ADDRESS`, `DD_FIPS_PORT_RANGE_START`) is called.
 *
 * @param isSidecar whether the container is a native sidecar: one that is told a port of the app stands before the app, whatever the setting is called
 */
export function numberedCalls(settings: readonly Setting[], isSidecar: boolean): NumberedCall[] {
  const ports = settings.filter(({ name, value, isScript }) => !isScript && PORT.test(name) && !isBinding(name) && /^\d{2,5}$/.test(value));
  const hosts = ports.length === 0 ? [] : settings.filter(({ name, value, isScript }) => !isScript && HOST.test(name) && value !== '');
  return ports.flatMap(({ name, value }): NumberedCall[] => {
    const beside = hosts.filter(host => haveOneBeginning(host.name, name));
    const isOfApp = isSidecar && /.[-_.]port$/i.test(name);
    const isPassedOn = isOfApp || TARGET_PORT.test(name);
    const isMeant = beside.length === 0 ? isPassedOn : beside.some(host => isLoopback(host.value)) && beside.every(host => isOnLoopback(host.value));
    return isMeant ? [{ port: Number(value), text: beside.length > 0 ? `${beside[0].value}:${value}` : `${name}=${value}`, isPassedOn, isForwarded: isOfApp || FORWARDED.test(name) }] : [];
  });
}

/** Whether the names of a host and of a port begin with the same words: all words of the host before its last one, or two. */
function haveOneBeginning(host: string, port: string): boolean {
  const [ofHost, ofPort] = [host.replace(HOST, ''), port].map(name => name.toLowerCase().split(/[-_.]/).filter(word => word !== ''));
  const parted = ofHost.findIndex((word, index) => word !== ofPort[index]);
  return ofHost.length > 0 && (parted < 0 || parted > 1);
}
