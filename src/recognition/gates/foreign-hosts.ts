import { isLoopback } from '../../knowledge/programs/address';

const CLIENT = /(?:^|[\s;&|(/])(?:curl|wget|nc|ncat|telnet)\s/;
const RESOLVER = /(?:^|[\s;&|(/])(?:ping|ping6|nslookup|dig|host)\s/;
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$/;
const DOMAIN = /^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63})+$/i;

/** Whether a command asks a host that is not the pod: its answer tells nothing about the container. */
export function asksForeignHost(command: readonly unknown[]): boolean {
  return foreignHostIn(command) !== undefined;
}

/** The first host that is not the pod and that a command asks. A variable may hold the pod's own address. */
export function foreignHostIn(command: readonly unknown[]): string | undefined {
  const text = command.join(' ');
  const urls = text.split('://').slice(1).map(rest => /^(?:\[[^\]\s]*\]|[^\s/:'"]*)/.exec(rest)![0].replace(/^\[|\]$/g, ''));
  const words = text.split(/[\s'"/;&|()]+/).map(word => word.replace(/:\d+$/, ''));
  const named = [
    ...urls,
    ...(CLIENT.test(text) || RESOLVER.test(text) ? words.filter(word => ADDRESS.test(word)) : []),
    ...(RESOLVER.test(text) ? words.filter(word => DOMAIN.test(word)) : []),
  ];
  return named.find(host => host !== '' && !/[$`{%]/.test(host) && !isLoopback(host) && host !== '0.0.0.0');
}
