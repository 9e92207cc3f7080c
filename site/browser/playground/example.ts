import { EMPTY_STATE, PlaygroundState } from './state';

/** A manifest to start from. Its first comments hold its title, what happens, and optionally settings. */
export interface Example {
  /** The name of its file, which links use. */
  readonly name: string;
  readonly title: string;
  /** What happens. */
  readonly about: string;
  readonly state: PlaygroundState;
}

const SETTINGS = 'playground:';

/**
 * Reads an example.
 *
 * Settings are written like `# playground: mesh=istio@1.26 kubernetes=1.33 crash=db@60`.
 */
export function exampleOf(name: string, text: string): Example {
  const head = text.slice(0, text.search(/^[^#]/m)).split('\n').filter(line => line !== '').map(line => line.replace(/^#[ \t]*/, ''));
  const [title, ...about] = head.filter(line => !line.startsWith(SETTINGS));
  const settings = head.filter(line => line.startsWith(SETTINGS)).flatMap(line => line.slice(SETTINGS.length).trim().split(' ')).map(word => word.split('='));
  const [container, at] = valueOf(settings, 'crash')?.split('@') ?? [];
  return {
    name,
    title,
    about: about.join(' '),
    state: {
      ...EMPTY_STATE,
      text,
      kubernetes: valueOf(settings, 'kubernetes') ?? EMPTY_STATE.kubernetes,
      mesh: valueOf(settings, 'mesh') ?? EMPTY_STATE.mesh,
      whatIf: { containers: container === undefined ? {} : { [container]: { crashes: [Number(at)] } } },
    },
  };
}

function valueOf(settings: readonly string[][], key: string): string | undefined {
  return settings.find(([name]) => name === key)?.[1];
}
