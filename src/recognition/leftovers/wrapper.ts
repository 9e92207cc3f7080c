import { Leftover, Place, shortText, Unwrapped } from './leftover';
import { imageName, loopbackAddress, ownerOfPort } from './loopback';
import { removals } from './removal';
import { Finder, Scene } from './scene';
import { SimpleCommand, wordNodes } from './shell-walk';
import { Call, programName, Source } from './sources';
import { mountsBelow } from './volumes';
import { listOf } from '../../data/json';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { baseName, pathOf, variableOf } from '../commands';

const TELLING = /linkerd-await|scuttle|envoy-preflight|kubexit|pilot-agent/;
const WRAPPER = /^(linkerd-await|scuttle|envoy-preflight|kubexit)$/;
const VARIABLES = /^(KUBEXIT_|SCUTTLE_|LINKERD_AWAIT_|LINKERD_DISABLED$|ISTIO_QUIT_API$|ENVOY_ADMIN_API$|GENERIC_QUIT_ENDPOINTS$|START_WITHOUT_ENVOY$|WAIT_FOR_ENVOY_TIMEOUT$|NEVER_KILL_ISTIO|ISTIO_FALLBACK_PKILL$|QUIT_WITHOUT_ENVOY_TIMEOUT$)/;
/** Variables that show a wrapper even where none can be seen: it is the image's own entrypoint. */
const SURE_VARIABLES = /^(KUBEXIT_NAME|KUBEXIT_GRAVEYARD|SCUTTLE_LOGGING|ISTIO_QUIT_API|GENERIC_QUIT_ENDPOINTS|START_WITHOUT_ENVOY|WAIT_FOR_ENVOY_TIMEOUT|NEVER_KILL_ISTIO\w*|QUIT_WITHOUT_ENVOY_TIMEOUT)$/;
/** Flags of linkerd-await that take the next word as their value. */
const VALUE_FLAG = /^(-p|--port|-t|--timeout|-b|--backoff|--authority|--scheme)$/;
const PROXIES: { readonly [wrapper: string]: string } = { 'linkerd-await': 'linkerd-proxy', 'scuttle': 'istio-proxy', 'envoy-preflight': 'istio-proxy', 'pilot-agent': 'istio-proxy' };

/** Finds programs that start the real one when a sidecar is up, and end the sidecar after it. */
export const findWrappers: Finder = scene => scene.recognition.pod.containers.flatMap(container => {
  const sources = scene.sources.filter(source => source.container === container && source.moment === 'run');
  const variables = variablePlaces(scene, container);
  const used = sources.map(source => TELLING.test(source.text) ? inSource(scene, source) : undefined).find(found => found !== undefined);
  if (!used && !variables.sure) {
    return [];
  }
  const target = targetOf(scene, container, used?.tool);
  const tool = used?.tool ?? variables.sure!;
  return [{
    kind: 'wrapper',
    container: container.name,
    text: used?.text ?? variables.sure!,
    places: [...used?.places ?? [], ...variables.places, ...mountPlaces(scene, container, sources, tool)],
    accomplices: installers(scene, tool),
    moment: 'run',
    ...(used?.unwrapped ? { unwrapped: used.unwrapped } : {}),
    ...(target ? { target } : PROXIES[tool] === undefined ? {} : { proxy: PROXIES[tool] }),
  } satisfies Leftover];
});

interface Used {
  readonly tool: string;
  readonly text: string;
  readonly places: Place[];
  readonly unwrapped?: Unwrapped;
}

function inSource(scene: Scene, source: Source): Used | undefined {
  for (const call of scene.callsOf(source)) {
    const tool = programName(call.words);
    const waits = tool === 'pilot-agent' && call.words[1] === 'wait';
    if (waits || WRAPPER.test(tool)) {
      const text = shortText(waits ? 'pilot-agent wait' : tool);
      return call.node ? { tool, text, places: inScript(source, call, call.node) } : { tool, text, ...inWords(source, tool) };
    }
  }
  return undefined;
}

/** In a script the words of the wrapper go, or the whole command when it wraps nothing. */
function inScript(source: Source, call: Call, node: SimpleCommand): Place[] {
  const words = wordNodes(node);
  const first = words.findIndex(word => baseName(word.value) === programName(call.words));
  const real = first < 0 ? undefined : words[realCommand(words.map(word => word.value), first)];
  if (programName(call.words) === 'pilot-agent' || !real) {
    return removals(source.script!, new Set([node])) ?? [];
  }
  return [{ ...source.script!.place, span: { start: words[first].pos, end: real.pos } }];
}

function inWords(source: Source, tool: string): Pick<Used, 'places' | 'unwrapped'> {
  const { words, paths } = source.command;
  const first = words.findIndex(word => baseName(word) === tool);
  const real = realCommand(words, first);
  if (real >= words.length) {
    return { places: [] };
  }
  return {
    places: paths.slice(first, real).map(path => ({ path })),
    unwrapped: { container: source.container.name, words: [...words.slice(0, first), ...words.slice(real)] },
  };
}

/** Where the real command begins: behind the wrapper's flags and its `--`. */
function realCommand(words: readonly string[], wrapper: number): number {
  let index = wrapper + 1;
  while (index < words.length && words[index].startsWith('-') && words[index] !== '--') {
    index += VALUE_FLAG.test(words[index]) ? 2 : 1;
  }
  return words[index] === '--' ? index + 1 : index;
}

function variablePlaces({ recognition: { pod } }: Scene, container: PodContainer): { readonly places: Place[]; readonly sure?: string } {
  const found = listOf(container.spec.env).filter(variable => VARIABLES.test(variable.name));
  return {
    places: found.map(variable => ({ path: [...pathOf(pod, container), 'env', container.spec.env.indexOf(variable)] })),
    sure: found.find(variable => SURE_VARIABLES.test(variable.name))?.name,
  };
}

/** The mounts that hold the wrapper itself, and where it leaves word for the others. */
function mountPlaces(scene: Scene, container: PodContainer, sources: readonly Source[], tool: string): Place[] {
  const graveyard = variableOf(container, 'KUBEXIT_GRAVEYARD');
  const binary = sources.flatMap(source => new RegExp(`/\\S*/${tool}\\b`).exec(source.text) ?? [])[0];
  return [graveyard, binary].flatMap(path => path === undefined ? [] : mountsBelow(scene.recognition.pod, container, path));
}

/** Init containers that bring the wrapper, and do nothing else. */
function installers({ recognition: { pod } }: Scene, tool: string): string[] {
  return pod.containers.filter(container => {
    const words = [container.spec.command, container.spec.args].flatMap(list => Array.isArray(list) ? list.map(String) : []);
    const brings = words.length > 0 && /(^|[\s/])(cp|install|mv)\b/.test(words.join(' ')) && words.join(' ').includes(tool);
    return container.role === ContainerRole.INIT && WRAPPER.test(tool) && (brings || imageName(container) === tool);
  }).map(container => container.name);
}

/** The sidecar: who is waited for, who is ended when another one ends, or the proxy of the mesh that the wrapper is made for. */
function targetOf({ recognition }: Scene, container: PodContainer, tool: string | undefined): string | undefined {
  const { pod } = recognition;
  const told = loopbackAddress(variableOf(container, 'GENERIC_QUIT_ENDPOINTS') ?? '');
  const quits = told && ownerOfPort(recognition, container, told.port)?.name;
  if (quits) {
    return quits;
  }
  const [births, deaths] = [variableOf(container, 'KUBEXIT_BIRTH_DEPS'), variableOf(container, 'KUBEXIT_DEATH_DEPS')];
  const named = births?.split(',')[0].trim() ?? (deaths ? container.name : PROXIES[tool ?? '']);
  return pod.containers.some(other => other.name === named) ? named : undefined;
}
