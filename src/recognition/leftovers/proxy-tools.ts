import { programName } from './sources';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { ProxyFacts, WrapperFacts } from '../../knowledge/meshes/proxy-facts';

/** A program that deals with the proxy of a mesh, and that proxy. */
interface ProxyTool {
  readonly program: string;
  readonly proxy: ProxyFacts;
}

const WRAPPERS: readonly (ProxyTool & { readonly facts: WrapperFacts })[] = MESHES.flatMap(({ proxy }) =>
  proxy.wrappers.map(facts => ({ program: facts.program, proxy, facts })));
const WAITERS: readonly (ProxyTool & { readonly wait: string })[] = MESHES.flatMap(({ proxy }) =>
  proxy.commands.flatMap(({ program, wait }) => wait === undefined ? [] : [{ program, proxy, wait }]));

/** It wraps containers of any kind; most other wrappers are made for the proxy of a mesh. */
export const KUBEXIT = 'kubexit';

/** It starts the work of a Job when the other containers are ready, and then calls them at the addresses that its flags name, so that they quit. */
export const PROA = 'proa';
const PROA_QUITS = /^--shutdown-http-(?:get|post)(?:=(.*))?$/;

/** What a wrapper uses besides its flags. */
export interface WrapperNeeds {
  /** Whether it watches its own pod through the API. */
  readonly readsPods: boolean;
  /** Variables that only it reads. */
  readonly own?: RegExp;
  /** Variables that it reads, and that the app may read, too. */
  readonly shared?: RegExp;
}

/** What a wrapper uses that is of no use without it. */
export function wrapperNeeds(tool: string): WrapperNeeds {
  return tool === PROA ? { readsPods: true, shared: /^RUST_LOG$/ }
    : tool === KUBEXIT ? { readsPods: true, own: /^KUBEXIT_/ }
      : { readsPods: false, own: PROXY_WRAPPERS.find(({ program }) => program === tool)?.variables };
}

/** What is known of the programs that wrap an app for a mesh's proxy. */
export const PROXY_WRAPPERS: readonly WrapperFacts[] = WRAPPERS.map(({ facts }) => facts);

/** The names of all programs that wait for a mesh's proxy. */
export const PROXY_TOOLS: readonly string[] = [...WRAPPERS, ...WAITERS].map(({ program }) => program);

/** Whether a program starts the app when a mesh's proxy is up. */
export function isProxyWrapper(program: string): boolean {
  return WRAPPERS.some(tool => tool.program === program);
}

/** Whether a program starts another one when a sidecar is up, and ends the sidecar after it. */
export function isWrapper(program: string): boolean {
  return program === KUBEXIT || program === PROA || isProxyWrapper(program);
}

/** Whether a flag of a wrapper takes the next word as its value. */
export function takesNextWord(flag: string): boolean {
  return PROXY_WRAPPERS.some(({ valueFlags }) => valueFlags?.test(flag)) || (PROA_QUITS.test(flag) && !flag.includes('='));
}

/** The addresses that flags of a wrapper make it call to end sidecars. */
export function quitAddresses(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    const flag = PROA_QUITS.exec(word);
    return flag ? flag[1] ?? words[index + 1] ?? [] : [];
  });
}

/** Whether words are a command that waits for a mesh's proxy, and does nothing else. */
export function waitsForProxy(words: readonly string[]): boolean {
  const program = programName(words);
  return WAITERS.some(tool => tool.program === program && words[1] === tool.wait);
}

/** The container of the proxy that a program is made for. */
export function proxyOfTool(program: string): string | undefined {
  return [...WRAPPERS, ...WAITERS].find(tool => tool.program === program)?.proxy.container;
}
