import { Doomed, Leftover, Place, shortText, Unwrapped } from './leftover';
import { imageName, loopbackAddress, ownerOfPort } from './loopback';
import { isWrapper, KUBEXIT, PROA, PROXY_TOOLS, PROXY_WRAPPERS, proxyOfTool, quitAddresses, takesNextWord, waitsForProxy } from './proxy-tools';
import { removing } from './removal';
import { Finder, Scene } from './scene';
import { SimpleCommand, wordNodes } from './shell-walk';
import { Call, programName, Source, withoutStarter } from './sources';
import { mountsBelow } from './volumes';
import { grouped } from '../../data/grouped';
import { listOf } from '../../data/json';
import { repositoryOf } from '../../knowledge/known-programs';
import { askImage } from '../../kubernetes/image-of';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { baseName, pathOf, variableOf } from '../commands';

const TELLING: readonly string[] = [KUBEXIT, PROA, ...PROXY_TOOLS];
const VARIABLES = oneOf(/^KUBEXIT_/, ...PROXY_WRAPPERS.map(({ variables }) => variables));
/** Variables that show a wrapper even where none can be seen: it is the image's own entrypoint. */
const KUBEXIT_VARIABLE = /^KUBEXIT_(NAME|GRAVEYARD)$/;
const SURE_VARIABLES = oneOf(KUBEXIT_VARIABLE, ...PROXY_WRAPPERS.flatMap(({ sureVariables }) => sureVariables ?? []));

/** Finds programs that start the real one when a sidecar is up, and end the sidecar after it. */
export const findWrappers: Finder = scene => {
  const sources = grouped(scene.sources.filter(({ moment }) => moment === 'run'), ({ container }) => container);
  const wrapped = scene.recognition.pod.containers.flatMap(container => wrappedBy(scene, container, sources.get(container) ?? []) ?? []);
  // A wrapper that cannot be taken away needs its variables, and the container that brings it.
  const isNeeded = wrapped.some(one => whyStays(one) !== undefined);
  return wrapped.map(one => leftoverOf(scene, one, isNeeded));
};

/** A container behind a wrapper. */
interface Wrapped {
  readonly container: PodContainer;
  readonly sources: readonly Source[];
  readonly tool: string;
  /** Where it is called; undefined when only its variables show it. */
  readonly used?: Used;
  readonly variables: readonly Place[];
}

function wrappedBy(scene: Scene, container: PodContainer, sources: readonly Source[]): Wrapped | undefined {
  const { places, sure } = variablePlaces(scene, container);
  const telling = sources.filter(({ text }) => TELLING.some(tool => text.includes(tool)));
  const used = telling.map(source => inSource(scene, source)).find(found => found) ?? asEntrypoint(container);
  const tool = used?.tool ?? sure;
  return tool === undefined ? undefined : { container, sources, tool, used, variables: places };
}

/** A wrapper that is the program of the image: the arguments are its flags, and then the real command. */
function asEntrypoint(container: PodContainer): Used | undefined {
  const { command, args } = container.spec;
  if (container.role !== ContainerRole.MAIN || command !== undefined || !Array.isArray(args) || args.length === 0) {
    return undefined;
  }
  const tool = askImage(container.spec, wrapperOfImage);
  return tool === undefined ? undefined : { tool, text: shortText(tool), quits: quitAddresses(args.map(String)), places: [], isEntrypoint: true };
}

function wrapperOfImage(image: unknown): string | undefined {
  const name = baseName(repositoryOf(String(image ?? '')));
  return isWrapper(name) ? name : undefined;
}

/** Why a wrapper cannot be taken away; undefined when it can. */
function whyStays({ used, tool }: Wrapped): string | undefined {
  // kubexit ends at once without its variables. The other wrappers then only run the app.
  if (used === undefined) {
    return KUBEXIT_VARIABLE.test(tool) ? 'the manifest does not show where it is called' : undefined;
  }
  if (used.isEntrypoint) {
    return 'it is the program of the image';
  }
  return new Set(used.quits.map(address => loopbackAddress(address)?.port)).size > 1 ? 'it ends several containers' : undefined;
}

function leftoverOf(scene: Scene, wrapped: Wrapped, isNeeded: boolean): Leftover {
  const { container, sources, tool, used, variables } = wrapped;
  const target = targetOf(scene, container, used);
  const proxy = proxyOfTool(tool);
  const stays = whyStays(wrapped);
  return {
    kind: 'wrapper',
    container: container.name,
    text: used?.text ?? tool,
    places: stays !== undefined ? [] : [...used?.places ?? [], ...variables, ...mountPlaces(scene, container, sources, tool)],
    dedicatedContainers: isNeeded ? [] : installers(scene, tool),
    moment: 'run',
    ...(stays === undefined && used?.doomed ? { doomed: used.doomed } : {}),
    ...(stays === undefined && used?.unwrapped ? { unwrapped: used.unwrapped } : {}),
    ...(stays === undefined ? {} : { stays }),
    ...(target ? { target } : proxy === undefined ? {} : { proxy }),
  };
}

interface Used {
  readonly tool: string;
  readonly text: string;
  /** The addresses that it calls to end sidecars, where flags name them. */
  readonly quits: readonly string[];
  readonly places: readonly Place[];
  readonly doomed?: Doomed;
  readonly unwrapped?: Unwrapped;
  /** It is the program of the image, and stands nowhere in the manifest. */
  readonly isEntrypoint?: boolean;
}

function inSource(scene: Scene, source: Source): Used | undefined {
  // A wrapper may also start the shell itself.
  const outer = programName(withoutStarter(source.command.words));
  if (source.script && isWrapper(outer)) {
    return { tool: outer, text: shortText(outer), quits: quitAddresses(source.command.words), ...inWords(source, outer) };
  }
  for (const call of scene.callsOf(source)) {
    const tool = programName(call.words);
    const waits = waitsForProxy(call.words);
    if (waits || isWrapper(tool)) {
      const found = { tool, text: shortText(waits ? `${tool} ${call.words[1]}` : tool), quits: quitAddresses(call.words) };
      return call.node ? { ...found, ...inScript(source, call, call.node) } : { ...found, ...inWords(source, tool) };
    }
  }
  return undefined;
}

/** In a script the words of the wrapper go, or the whole command when it wraps nothing. */
function inScript(source: Source, call: Call, node: SimpleCommand): Pick<Used, 'places' | 'doomed'> {
  const words = wordNodes(node);
  const first = words.findIndex(word => baseName(word.value) === programName(call.words));
  const real = first < 0 ? undefined : words[realCommand(words.map(word => word.value), first)];
  if (!isWrapper(programName(call.words)) || !real) {
    return removing(source.script!, new Set([node]));
  }
  return { places: [{ ...source.script!.place, span: { start: words[first].pos, end: real.pos } }] };
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
    index += takesNextWord(words[index]) ? 2 : 1;
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
    return container.role === ContainerRole.INIT && isWrapper(tool) && (brings || imageName(container) === tool);
  }).map(container => container.name);
}

/** The sidecar: who is waited for, who is ended when another one ends, or the proxy of the mesh that the wrapper is made for. */
function targetOf({ recognition }: Scene, container: PodContainer, used: Used | undefined): string | undefined {
  const { pod } = recognition;
  const named = PROXY_WRAPPERS.flatMap(({ quitVariable }) => quitVariable === undefined ? [] : variableOf(container, quitVariable) ?? []);
  const told = [...used?.quits ?? [], ...named].flatMap(address => loopbackAddress(address) ?? [])[0];
  const quits = told && ownerOfPort(recognition, container, told.port)?.name;
  if (quits) {
    return quits;
  }
  const [births, deaths] = [variableOf(container, 'KUBEXIT_BIRTH_DEPS'), variableOf(container, 'KUBEXIT_DEATH_DEPS')];
  const first = births?.split(',')[0].trim() ?? (deaths ? container.name : proxyOfTool(used?.tool ?? ''));
  return pod.containers.some(other => other.name === first) ? first : undefined;
}

/** Several patterns as one: it is asked about every variable. */
function oneOf(...patterns: readonly RegExp[]): RegExp {
  return new RegExp([...new Set(patterns.map(({ source }) => source))].join('|'));
}
