import { KnownProgram } from '../programs/program';

/** A program that starts the app when the proxy is up, and ends the proxy after it. */
export interface WrapperFacts {
  readonly program: string;
  /** The variables by which it is told what to do. */
  readonly variables: RegExp;
  /** Variables that show it even where it is the image's own entrypoint. */
  readonly sureVariables?: RegExp;
  /** Flags that take the next word as their value. */
  readonly valueFlags?: RegExp;
  /** The variable that names the addresses which it calls to end sidecars. */
  readonly quitVariable?: string;
}

/** A command in the proxy's image, or copied from it, that talks to the proxy. */
export interface ProxyCommand {
  readonly program: string;
  /** The word after the program that makes it wait for the proxy. */
  readonly wait?: string;
  /** The word among its arguments that makes it end the proxy, the port that it calls, and the whole command as people write it. */
  readonly quit?: { readonly word: string; readonly port: number; readonly text: string };
}

/** A path that ends the proxy. */
export interface QuitPath {
  readonly path: string;
  /** @default - at any port */
  readonly port?: number;
}

/** What is known about a mesh's proxy as a container and as a program. */
export interface ProxyFacts {
  /** The name that the injector gives its container. */
  readonly container: string;
  /** What it is by its image. */
  readonly program: KnownProgram;
  /** Ports on which it serves its own pod and that hardly anyone else uses, except for `commonPorts`: who calls them means the proxy. */
  readonly ports: readonly number[];
  /** Those of them that others use too: who calls them means the proxy only in a pod that is in the mesh. */
  readonly commonPorts?: readonly number[];
  /** Ports on which its image listens unless it is told otherwise, where the app calls them. */
  readonly defaultPorts?: readonly number[];
  /** Whether the app calls it on ports that are chosen workload by workload. */
  readonly bringsPorts: boolean;
  /** What its processes are called. */
  readonly processes: readonly string[];
  readonly quitPaths: readonly QuitPath[];
  readonly commands: readonly ProxyCommand[];
  readonly wrappers: readonly WrapperFacts[];
  /** The image by which a container of the proxy's name only changes the injected one. */
  readonly patchImage?: string;
}

/**
 * A proxy that an injector writes, as a program, which users should not change by hand.
 *
 * @param gateway what its arguments, joined by blanks, have where it is a gateway of the mesh, and no sidecar
 */
export function injectedProgram(name: string, repositories: RegExp, gateway?: RegExp): KnownProgram {
  return {
    name,
    repositories,
    onlySidecar: true,
    direction: 'mesh',
    startup: () => 'its injector decides how it starts',
    ...(gateway ? { standsAlone: run => gateway.test(run.source.words.join(' ')) } : {}),
  };
}
