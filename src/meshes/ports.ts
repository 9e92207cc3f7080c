import { Kind, listOf } from '../data/arguments';

const PORT: Kind = { is: value => Number.isInteger(value) && value > 0 && value < 65536, what: 'a port' };

/** A list of ports. */
export const PORTS: Kind = listOf(PORT, 'a list of ports from 1 to 65535, for example [5432]');

/** The annotation that lists ports; none for a list that is absent or empty. */
export function portList(key: string, ports: number[] | undefined): { [key: string]: string } {
  return ports && ports.length > 0 ? { [key]: ports.join(',') } : {};
}
