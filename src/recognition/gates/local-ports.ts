import { isLoopback } from '../../knowledge/programs/address';
import { PodContainer } from '../../kubernetes/pod';
import { baseName } from '../commands';
import type { RecognizedPod } from '../recognized';
import { mountedTexts, Setting, settingsOf } from '../settings';

/** Whether a container is seen opening a port on loopback only: by what its command forwards, by a file that it mounts, or by its variables. */
export function isOpenedLocally(recognition: RecognizedPod, container: PodContainer, port: number): boolean {
  // The image is not asked where nothing is told to it.
  const words = recognition.runCommand(container) ? recognition.run(container).source.words : [];
  return forwardsLocally(words, port)
    || isLocalInFiles(mountedTexts(recognition, container), port)
    || isLocalByVariables(settingsOf(recognition, container), port);
}

function forwardsLocally(words: readonly string[], port: number): boolean {
  const names = new Set(words.slice(0, MOST_WORDS).map(baseName));
  return ((names.has('ssh') || names.has('autossh')) && sshForwards(words, port))
    || socatListens(words, port)
    || (names.has('port-forward') && kubectlForwards(words, port))
    || (names.has('gcloud') && names.has('emulators') && !isOpen(flagOf(words, '--host-port') ?? ''));
}

/** No command that starts a tunnel is longer. */
const MOST_WORDS = 500;

/** `-L 5432:db:5432` and `-D 1080`, also behind other flags. Without an address, ssh listens on loopback. */
const SSH_FORWARD = /^-[a-zA-Z]*[LD](.*)$/;
const SSH_ADDRESS = /^(?:(\[[^\]]*\]|[^:[\]]*):)?(\d{1,5})(?::(?:\[[^\]]*\]|[^:[\]]+):\d{1,5})?$/;
/** Flags by which it listens for other hosts, too. */
const SSH_GATEWAY = /^(?:-[46AaCfGKkMNnqsTtVvXxYy]*g[46AaCfGgKkMNnqsTtVvXxYy]*|(?:-o)?GatewayPorts[= ]yes)$/i;

function sshForwards(words: readonly string[], port: number): boolean {
  const told = words.flatMap((word, index) => {
    const attached = SSH_FORWARD.exec(word)?.[1];
    const [, host, opened] = attached === undefined ? [] : SSH_ADDRESS.exec(attached || (words[index + 1] ?? '')) ?? [];
    return Number(opened) === port ? [host] : [];
  });
  return told.length > 0 && told.every(host => host === undefined ? !words.some(word => SSH_GATEWAY.test(word)) : isLoopback(host));
}

/** `TCP-LISTEN:5432,bind=127.0.0.1,fork`. */
function socatListens(words: readonly string[], port: number): boolean {
  const told = words.map(word => word.split(',')).filter(([address]) => /^tcp[46]?-l(isten)?:\d{1,5}$/i.test(address) && Number(address.split(':')[1]) === port);
  return told.length > 0 && told.every(options => options.some(option => /^bind=/i.test(option) && isLoopback(option.slice('bind='.length))));
}

/** `kubectl port-forward svc/db 5432:5432`, which listens on loopback without `--address`. */
function kubectlForwards(words: readonly string[], port: number): boolean {
  const isLocal = (flagOf(words, '--address') ?? 'localhost').split(',').every(isLoopback);
  return isLocal && words.some(word => /^\d{1,5}(:\d{1,5})?$/.test(word) && Number(word.split(':')[0]) === port);
}

/** The value of a flag, in its word or in the next one. */
function flagOf(words: readonly string[], flag: string): string | undefined {
  const index = words.findIndex(word => word === flag || word.startsWith(`${flag}=`));
  return index < 0 ? undefined : words[index] === flag ? words[index + 1] : words[index].slice(flag.length + 1);
}

/** Whether an address has a host that others reach; without a host, emulators listen on loopback. */
function isOpen(address: string): boolean {
  const host = address.slice(0, Math.max(address.lastIndexOf(':'), 0));
  return host !== '' && !isLoopback(host);
}

/** A line of a file that opens a port, perhaps on one address: `listen 127.0.0.1:8080;`, `bind *:8080`, `accept = 127.0.0.1:6379`. */
const OPENS = /^[ \t]*(?:-[ \t])?["']?(?:[a-z]{1,20}[-_.])?(?:listen|bind|accept)(?:[-_.]?(?:addr|address|port|on))?["']?(?:[ \t]{1,9}|[ \t]{0,9}[:=][ \t]{0,9})["']?(?:([\w.*:[\]-]{0,64}):)?(\d{2,5})(?![\w.:])/i;
/** A line that names the address for a port that stands in another one: `listen_addr = 127.0.0.1`, `bind 127.0.0.1 ::1`. */
const BINDS = /^[ \t]*["']?(?:listen|bind)(?:[-_.]?(?:addr|address|addresses|host|ip))?["']?(?:[ \t]{1,9}|[ \t]{0,9}[:=][ \t]{0,9})["']?([^"',;=][^"',;]{0,200})["']?[ \t,;]{0,9}$/i;
const PORT = /^[ \t]*["']?(?:(?:listen|bind)[-_.]?)?port["']?(?:[ \t]{1,9}|[ \t]{0,9}[:=][ \t]{0,9})["']?(\d{2,5})(?!\d)/i;

function isLocalInFiles(texts: readonly string[], port: number): boolean {
  const lines = texts.filter(text => !text.startsWith('#!') && text.includes(String(port)) && /listen|bind|accept/i.test(text)).map(text => text.split('\n'));
  const hosts = lines.flatMap(file => [...openedHosts(file, port), ...boundHosts(file, port)]);
  return hosts.length > 0 && hosts.every(isLoopback);
}

function openedHosts(lines: readonly string[], port: number): string[] {
  return lines.flatMap(line => {
    const [, host, opened] = OPENS.exec(line) ?? [];
    return Number(opened) === port && !PORT.test(line) ? [host ?? ''] : [];
  });
}

function boundHosts(lines: readonly string[], port: number): string[] {
  const isThere = lines.some(line => Number(PORT.exec(line)?.[1]) === port);
  return isThere ? lines.flatMap(line => BINDS.exec(line)?.[1].trim().split(/[ \t]+/) ?? []).filter(host => !/^\d+$/.test(host)) : [];
}

/** The variable by which a program is told on which address it listens, and what stands before its end: `SSH_` of `SSH_BIND_IP`. */
const BIND_HOST = /^(?:((?:[A-Z\d]+_)?)(?:LISTEN|BIND)_(?:HOST|IP|ADDR|ADDRESS)|HOST)$/;

/** `HOST=127.0.0.1` beside `PORT=1080`, or `SSH_BIND_IP=127.0.0.1` beside `SSH_TUNNEL_PORT=5432`. A container is probed on a port of its own, not on one that it calls. */
function isLocalByVariables(settings: readonly Setting[], port: number): boolean {
  return settings.filter(({ value }) => isLoopback(value)).some(({ name }) => {
    const found = BIND_HOST.exec(name);
    const isPort = (other: string) => found?.[1] === undefined ? other === 'PORT' : other.startsWith(found[1]) && /(^|_)PORT$/.test(other);
    return found !== null && settings.some(other => other.value === String(port) && isPort(other.name));
  });
}
