import { baseName, Command, ShellScript, treeOf } from './commands';
import { isWrapper } from './leftovers/proxy-tools';
import { commandsIn, nodesOf, SimpleCommand, wordsOf } from './leftovers/shell-walk';
import { commandName, programName, withoutStarter } from './leftovers/sources';
import { withoutWaiter } from './leftovers/waiters';
import { RunningProgram } from './running-program';
import { isObject, listOf } from '../data/json';
import { remembering } from '../data/remember';
import { mayBeProgram, programCalled, programOfCommand, programOfImage, programOfTag, repositoryOf } from '../knowledge/known-programs';
import { DOCKER_DAEMON } from '../knowledge/programs/app-services';
import { KnownProgram } from '../knowledge/programs/program';
import { askImage } from '../kubernetes/image-of';
import { PodContainer } from '../kubernetes/pod';

/** The program that a container runs: by the user's configuration, its image, its tag, or its command. */
export function whatRuns(container: PodContainer, run: Command | undefined, own: readonly KnownProgram[]): RunningProgram | undefined {
  const configured = own.find(program => isConfigured(program, container));
  if (configured) {
    return { program: configured, by: 'configuration' };
  }
  const ofImage = askImage(container.spec, programOfImage);
  if (ofImage) {
    return { program: ofImage, by: 'image' };
  }
  const ofTag = askImage(container.spec, programOfTag);
  if (ofTag) {
    return { program: ofTag, by: 'tag' };
  }
  const ofCommand = run && (Array.isArray(container.spec.command)
    ? programIn(run)
    : askImage(container.spec, image => programOfArguments(image, run)));
  const found = ofCommand ?? programOfProbes(container);
  return found ? { program: found, by: 'command' } : undefined;
}

/** Clients of the Docker daemon that ask whether it is up. */
const ASKS_DOCKER = /(?:^|[\s/])docker\s+(?:-\S+\s+(?:\w+:\/\/\S+\s+)?)*(?:info|version|ps)\b/;
/** Images that run builds and have a daemon of their own for them. */
const RUNS_BUILDS = /runner|agent|jenkins|gitlab|worker/;

/** The Docker daemon, where a container has the privilege for it and probes itself by its client. */
function programOfProbes({ spec }: PodContainer): KnownProgram | undefined {
  const { securityContext, startupProbe, readinessProbe, livenessProbe } = spec;
  // Who is told where the daemon is asks another one.
  if (listOf(spec.env).some(({ name }) => name === 'DOCKER_HOST')) {
    return undefined;
  }
  const asks = (probe: unknown) => isObject(probe) && Array.isArray(probe.exec?.command) && ASKS_DOCKER.test(probe.exec.command.join(' '));
  const isDaemon = securityContext?.privileged === true && [startupProbe, readinessProbe, livenessProbe].some(asks);
  return isDaemon && !askImage(spec, runsBuilds) ? DOCKER_DAEMON : undefined;
}

function runsBuilds(image: unknown): boolean {
  return RUNS_BUILDS.test(repositoryOf(String(image)));
}

/** Without a command the image runs what it is called like: `kubectl` with the argument `proxy`. */
function programOfArguments(image: unknown, run: Command): KnownProgram | undefined {
  const name = typeof image === 'string' ? baseName(repositoryOf(image)) : '';
  return !run.script && name !== '' ? programCalled([name, ...run.words]) ?? programOfSubcommand(name, run) : undefined;
}

/** An image may be called `k8s-kubectl`, too. Only where a subcommand shows the program: many images end like one. */
function programOfSubcommand(name: string, { words }: Command): KnownProgram | undefined {
  const last = name.slice(name.lastIndexOf('-') + 1);
  const program = last === name ? undefined : programCalled([last, ...words]);
  return program?.subcommand ? program : undefined;
}

/** Whether a container is a sidecar of the user's configuration: its image, with or without its tag, or its name. */
export function isConfigured({ repositories, containerName }: KnownProgram, { name, spec: { image } }: PodContainer): boolean {
  return (containerName === undefined || containerName.test(name))
    && typeof image === 'string' && (repositories.test(repositoryOf(image)) || repositories.test(image));
}

/** Leaves out what only starts or wraps the program, or waits before it. */
export function unwrapped(words: readonly string[]): readonly string[] {
  const plain = withoutStarter(withoutWaiter(withoutStarter(words)));
  const program = isWrapper(programName(plain)) ? plain.findIndex((word, index) => index > 0 && !word.startsWith('-')) : 0;
  return program > 0 ? withoutStarter(plain.slice(program)) : plain;
}

/** The words with which a command runs a program, where a script starts it among others; undefined when it is not seen there. */
export function wordsOfProgram({ script, words }: Command, program: KnownProgram): readonly string[] | undefined {
  const calls = script ? commandsIn(nodesOf(script.tree)).map(node => unwrapped(wordsOf(node))) : [unwrapped(words)];
  return calls.find(call => programOfCommand(call) === program);
}

/** Commands of a shell and of a system that only prepare a program, wait for it, or stop it. */
const TOOL = new RegExp('^(sleep|echo|printf|true|false|:|break|exit|return|continue|let|\\[|test|date|expr|seq|grep|egrep|cat|head|tail|set|trap|wait|kill|pkill|killall|mkdir|cp|mv|ln|rm'
  + '|touch|chmod|chown|ls|cd|export|source|\\.|ulimit|umask|sed|awk|cut|tr|tee|envsubst|envtpl|curl|wget|nc|netstat|ss|lsof|getent|id|hostname|read|local|shift|eval|base64|jq|find|mount'
  + '|sysctl|iptables|ip|apk|apt-get|yum|update-ca-certificates|openssl|pidof|pgrep|inotifywait|xargs|which|type|unset|until|while)$');

/** The known program that a command runs, itself or in a script whose other commands only prepare it, wait, or stop it. */
function programIn({ script, words }: Command): KnownProgram | undefined {
  return script ? programOfScript(script.text) : programOfCommand(unwrapped(words));
}

/** How many characters of scripts are remembered with their programs. */
const ROOM = 2 ** 16;

const programOfScript = remembering((text): KnownProgram | undefined => {
  if (!mayRunProgram(text)) {
    return undefined;
  }
  const tree = treeOf(text);
  const calls = commandsIn(nodesOf(tree)).map(node => ({ node, words: unwrapped(wordsOf(node)) }));
  const at = calls.findIndex(call => programOfCommand(call.words) !== undefined);
  const isWork = (call: { readonly node: SimpleCommand; readonly words: readonly string[] }) =>
    call.node.name !== undefined && !TOOL.test(commandName(call.words));
  const background = tree.commands.filter(statement => statement.background).map(statement => statement.command);
  const isBehind = ({ node }: { readonly node: SimpleCommand }) => background.some(one => one.pos <= node.pos && node.end <= one.end);
  const program = programOfCommand(calls[at]?.words ?? []);
  const hasOtherWork = calls.some((call, index) => index !== at && isWork(call) && (index > at || isBehind(call))
    && programOfCommand(call.words) !== program);
  return hasOtherWork ? undefined : program;
}, ROOM);

/** A loop until a file of another container is there: until then, the program serves that one. */
const FILE_WAIT = /\b(while|until)\b[^;\n]{0,200}\s-[efs]\s/;

/** Whether a script starts a program in the background and then does work of its own, for which the program is there; one that waits for the program in the end does not. */
export function worksBeside(script: ShellScript | undefined, program: KnownProgram): boolean {
  if (!script) {
    return false;
  }
  const calls = commandsIn(nodesOf(script.tree)).map(node => ({ node, words: unwrapped(wordsOf(node)) }));
  const at = calls.findIndex(({ words }) => programOfCommand(words) === program);
  const started = calls[at]?.node;
  const isStarted = started !== undefined
    && script.tree.commands.some(({ background, command }) => background && command.pos <= started.pos && started.end <= command.end);
  const after = calls.slice(at + 1);
  return isStarted && commandName(after.at(-1)?.words ?? []) !== 'wait' && !FILE_WAIT.test(script.text)
    && after.some(({ node, words }) => node.name !== undefined && !TOOL.test(commandName(words)) && programOfCommand(words) !== program);
}

/** Whether the name of a known program stands in a script: if it does not, parsing the script is not worth it. */
function mayRunProgram(text: string): boolean {
  // A shell takes quotes and backslashes out of words, and puts characters in where it reads `$'…'`.
  const plain = /["'\\]/.test(text) ? text.replace(/\\\n|["'\\]/g, '') : text;
  return text.includes("$'") || plain.split(/[^\w.-]+/).some(mayBeProgram);
}
