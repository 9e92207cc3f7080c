import { addressOf, isLoopback } from './address';
import { ProgramRun } from './program-run';

/** A section of a configuration of HAProxy. */
interface Section {
  readonly kind: string;
  readonly name: string;
  /** Its lines, as words. */
  readonly lines: readonly (readonly string[])[];
}

const SECTION = /^(global|defaults|frontend|backend|listen|userlist|peers|resolvers|cache|program|http-errors|mailers|ring|fcgi-app)$/;
/** Lines by which something else than the server behind answers, or may. */
const ANSWERS = /^(monitor|use_backend|http-request|tcp-request|redirect|errorfile|errorloc\d*|acl|stats|http-errors|errorfiles|use-server|default-server)/;

/** The ports on loopback to which HAProxy forwards a request at a port, by its configuration in the input; undefined when the configuration does not show that it does. */
export function haproxyPassesOn(run: ProgramRun, port: number): number[] | undefined {
  const sections = run.source.files().filter(text => /\bbind\b/.test(text)).flatMap(sectionsIn);
  const fronts = sections.filter(({ kind, lines }) => /^(frontend|listen)$/.test(kind) && lines.some(([word, address = '']) => word === 'bind' && addressOf(address)?.port === port));
  const [front, ...more] = fronts;
  if (!front || more.length > 0) {
    return undefined;
  }
  const target = front.lines.find(([word]) => word === 'default_backend')?.[1];
  const backend = target === undefined ? front : sections.find(({ kind, name }) => kind === 'backend' && name === target);
  const lines = [...front.lines, ...backend?.lines ?? [], ...sections.filter(({ kind }) => kind === 'defaults').flatMap(one => one.lines)];
  const ports = (backend?.lines ?? []).filter(([word]) => word === 'server').map(([, , text = '']) => {
    const address = addressOf(text.replace(/^ipv[46]@/, ''));
    return address && isLoopback(address.host) ? address.port : NaN;
  });
  return ports.length > 0 && ports.every(Number.isInteger) && !lines.some(([word = '']) => ANSWERS.test(word)) ? [...new Set(ports)] : undefined;
}

function sectionsIn(text: string): Section[] {
  const found: { kind: string; name: string; lines: string[][] }[] = [];
  for (const line of text.split('\n')) {
    const words = line.split('#', 1)[0].trim().split(/\s+/);
    if (SECTION.test(words[0])) {
      found.push({ kind: words[0], name: words[1] ?? '', lines: [] });
    } else if (words[0] !== '') {
      found.at(-1)?.lines.push(words);
    }
  }
  return found;
}
