import { Command, CommanderError } from 'commander';
import { CliIo, ExitCode, printable, Stop } from './io/io';
import { COMMANDS } from './lazy';
import { packageVersion } from './package-version';
import { messageOf } from '../data/error-message';
import { WIDTH } from '../drawing/wrap';

const DESCRIPTION = 'Kubernetes sidecars that start first, stop last and never keep a Job alive: what is wrong with a pod and what it will do, before anything is applied.';

const AFTER_HELP = `
Examples:
  cdk8s-sidecars check manifests/                 what is wrong
  cdk8s-sidecars migrate manifests/               shows a diff, changes nothing
  cdk8s-sidecars migrate manifests/ --write
  cdk8s-sidecars explain deployment.yaml          what the pod will do
  cdk8s-sidecars rules NS303                      why, and what to do about it
  kubectl get deployment web -o yaml | cdk8s-sidecars check -

More about a command: cdk8s-sidecars check --help

Exit codes:
  0  fine
  1  check found something that counts (an error, unless --fail-on says otherwise)
  2  wrong use
  3  some input could not be read; the rest was done`;

/**
 * Runs the command and tells the exit code; it never ends the process.
 *
 * @param args the words after the command's name
 * @param io where to write, and what stands on standard input
 */
export async function main(args: readonly string[], io: CliIo): Promise<number> {
  let exitCode: number = ExitCode.OK;
  const program = createProgram(io);
  for (const load of commandsFor(args)) {
    load().register(program, io, code => { exitCode = code; });
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return exitCodeOf(error, io);
  }
}

function createProgram(io: CliIo): Command {
  return new Command('cdk8s-sidecars')
    .description(DESCRIPTION)
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print what can be asked for')
    .helpCommand(false)
    .addHelpText('after', AFTER_HELP)
    .showHelpAfterError('(add --help to see what is possible)')
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: text => io.err(printable(text)),
      getOutHelpWidth: () => WIDTH,
      getErrHelpWidth: () => WIDTH,
    });
}

/** Only the command that is meant is loaded; all of them when that is not clear, for the help and for suggestions. */
function commandsFor(args: readonly string[]) {
  const name = args.find(arg => !arg.startsWith('-')) ?? '';
  return Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]] : Object.values(COMMANDS);
}

function exitCodeOf(error: unknown, io: CliIo): number {
  if (error instanceof CommanderError) {
    // Commander has said what is wrong; asking for help or for the version is no error.
    return error.exitCode === 0 ? ExitCode.OK : ExitCode.WRONG_USE;
  }
  if (error instanceof Stop) {
    io.err(printable(`${error.message}\n`));
    return error.exitCode;
  }
  io.err(printable(`error: this should not happen, please report it with your input: ${messageOf(error)}\n`));
  return ExitCode.UNREADABLE;
}
