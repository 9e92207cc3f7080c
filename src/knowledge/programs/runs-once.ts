import type { KnownProgram } from './program';
import type { ProgramRun } from './program-run';

/** Subcommands with which programs of any kind do one thing. */
const WORD = /^(test|eval|build|check|fmt|validate|version|wait|help|login|init|sign|inspect|--help|--version|--dry-run)$/;

/** Flags with which programs of any kind do their work once. */
const FLAG = /^-+(one-time|once|exit-after-auth)(=true)?$/;

/** How many words may stand before the name of the program: `tini -- opa`. */
const STARTERS = 4;

/** Whether a program does one thing and exits, as it is told here: as a native sidecar it would be started again and again, and a gate would never open. */
export function runsOnce(program: KnownProgram | undefined, run: ProgramRun): boolean {
  const { words, variables } = run.source;
  const { words: told, flag, file } = program?.once ?? {};
  const own = ownWords(program, run);
  return WORD.test(own[0] ?? '') || words.some(word => FLAG.test(word))
    || told?.test(own.filter(word => !word.startsWith('-')).slice(0, 4).join(' ')) === true
    || (flag !== undefined && words.some((word, index) => flag.test(word) || flag.test(`${word} ${words[index + 1]}`)))
    || [...variables].some(([name, value]) => (/ONE_TIME$/.test(name) && value === 'true') || (name === 'METHOD' && value === 'LIST'))
    || (file !== undefined && run.fileWith(file) !== undefined);
}

/** What stands behind the name of the program, which an image may add by itself. */
function ownWords(program: KnownProgram | undefined, { source: { words, hasCommand, inScript }, repository }: ProgramRun): readonly string[] {
  const image = repository.slice(repository.lastIndexOf('/') + 1);
  const isName = (word: string) => word === image || program?.command?.test(word) === true || program?.repositories.test(word) === true;
  const at = words.slice(0, STARTERS).findIndex(word => isName(word.slice(word.lastIndexOf('/') + 1)));
  return at < 0 && (hasCommand || inScript) ? [] : words.slice(at + 1);
}
