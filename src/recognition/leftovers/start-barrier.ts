import { Leftover, Place, shortText } from './leftover';
import { declaresPort, servesPort } from './loopback';
import { isMixed } from './mixed-wait';
import { isProxyWrapper, waitsForProxy } from './proxy-tools';
import { Finder, Scene } from './scene';
import { commandsIn, nodesOf } from './shell-walk';
import { commandName, hookPath, programName, Source } from './sources';
import { loopbackWaits } from './waiting';
import { hookOf } from '../../kubernetes/hooks';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';

/** Proxies that wait for themselves: `cloud-sql-proxy wait`. */
const WAITING_PROXY = /^(cloud-sql-proxy|alloydb-auth-proxy)$/;
const AWAITS = /^(wait-for-it(\.sh)?|wait-for(\.sh)?|dockerize|wait4x)$/;
/** Commands after a sleep that make it a pause in some housekeeping. */
const SILENT = /^(sleep|echo|printf|true|:|date|set|\[|test)$/;

/** Finds postStart hooks that wait: the kubelet starts the containers behind them only when they have ended. */
export const findStartBarriers: Finder = scene => {
  const { pod } = scene.recognition;
  return pod.containers.filter(container => container.spec.lifecycle?.postStart && holdsOthers(scene, container))
    .flatMap(container => fromSleepAction(scene, container) ?? scene.sources
      .filter(source => source.container === container && source.moment === 'postStart')
      .flatMap(source => inSource(scene, source)));
};

/** A hook holds back what is listed behind its container. */
function holdsOthers({ recognition: { pod } }: Scene, container: PodContainer): boolean {
  return container.role === ContainerRole.SIDECAR || (container.role === ContainerRole.MAIN && pod.mains[pod.mains.length - 1] !== container);
}

function fromSleepAction({ recognition: { pod } }: Scene, container: PodContainer): Leftover[] | undefined {
  const hook = hookOf(container, 'postStart');
  return hook?.action === 'sleep' && hook.seconds
    ? [{ ...barrier(container, `sleep ${hook.seconds}`, 'time'), places: [{ path: placeOf(pod.spec, container) }] }]
    : undefined;
}

function inSource(scene: Scene, source: Source): Leftover[] {
  const calls = scene.callsOf(source);
  const asks = loopbackWaits(scene, source)[0];
  const awaits = calls.find(({ words }) => AWAITS.test(programName(words)) || isProxyWrapper(programName(words)) || waitsForProxy(words)
    || (WAITING_PROXY.test(programName(words)) && words[1] === 'wait'));
  if (asks || awaits) {
    const text = asks?.text ?? programName(awaits!.words) + (awaits!.words[1] === 'wait' ? ' wait' : '');
    return [{
      ...barrier(source.container, text, asks?.bounded ? 'tries' : 'answer'),
      ...(asks ? { port: asks.port } : {}),
      target: (asks ? askedContainer(scene, source, asks.port) ?? source.container : source.container).name,
      places: asks && isMixed(scene, source, asks) ? [] : [hookPath(scene.recognition, source)],
    }];
  }
  const loop = source.script && /\b(until|while)\b/.test(source.text) && source.text.includes('sleep')
    ? source.script.tree.commands.find(({ command, background }) => !background && command.type === 'While')
    : undefined;
  const seconds = hookOf(source.container, 'postStart')?.seconds;
  if (!loop && !seconds) {
    return [];
  }
  const text = loop ? source.script!.text.slice(loop.pos, loop.end) : `sleep ${seconds}`;
  const works = commandsIn(source.script ? nodesOf(source.script.tree) : [])
    .some(command => command.name && !SILENT.test(commandName([command.name.value])));
  const places: Place[] = works ? [] : [hookPath(scene.recognition, source)];
  return [{ ...barrier(source.container, shortText(text), loop ? 'answer' : 'time'), places }];
}

/** Another container that is known to serve what a hook asks for. */
function askedContainer({ recognition: { pod } }: Scene, { container }: Source, port: number): PodContainer | undefined {
  return servesPort(container, port) ? undefined : pod.containers.find(other => other !== container && declaresPort(other, port));
}

function barrier(container: PodContainer, text: string, wait: 'answer' | 'time' | 'tries'): Omit<Leftover, 'places'> {
  return { kind: 'start-barrier', container: container.name, text, moment: 'postStart', wait };
}

function placeOf(spec: any, container: PodContainer): (string | number)[] {
  const list = container.role === ContainerRole.MAIN ? 'containers' : 'initContainers';
  return [list, spec[list].indexOf(container.spec), 'lifecycle', 'postStart'];
}
