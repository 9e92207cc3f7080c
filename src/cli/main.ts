import { Command, CommanderError } from 'commander';
import { CliIo, ExitCode, Stop } from './io/io';
import { COMMANDS } from './lazy';
import { packageVersion } from './package-version';
import { messageOf } from '../data/error-message';
import { safeLines } from '../data/safe-text';
import { WIDTH } from '../drawing/wrap';

// The plugin of cdk8s-cli is in the same bundle.
export { validator } from './lazy';

const DESCRIPTION = 'Checks, migrates and explains Kubernetes sidecars before you apply them, so that they start first, stop last and never keep a Job alive.';

const AFTER_HELP = `
Examples:
  cdk8s-sidecars check manifests/                 find problems
  cdk8s-sidecars migrate manifests/               show a diff, change nothing
  cdk8s-sidecars migrate manifests/ --write       change the files
  cdk8s-sidecars report manifests/ -o report.html one page with all workloads
  cdk8s-sidecars explain deployment.yaml          show what the pod does
  cdk8s-sidecars rules NS303                      explain a rule and its fix
  kubectl get deployment web -o yaml | cdk8s-sidecars check -

Help for a command: cdk8s-sidecars check --help

Exit codes:
  0  success
  1  check reported findings at or above --fail-on (default: error)
  2  usage error
  3  some input could not be read; the rest was processed`;

/**
 * Runs the command and returns the exit code; it never ends the process.
 *
 * @param args the arguments after the command's name
 * @param io where to write, and what standard input contains
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
    .version(packageVersion(), '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .addHelpText('after', AFTER_HELP)
    .showHelpAfterError('(add --help for usage)')
    .exitOverride()
    .configureOutput({
      writeOut: io.out,
      writeErr: text => io.err(safeLines(text)),
      getOutHelpWidth: () => WIDTH,
      getErrHelpWidth: () => WIDTH,
    });
}

/** Loads only the requested command; all of them if it is unknown, for the help and for suggestions. */
function commandsFor(args: readonly string[]) {
  const name = args.find(arg => !arg.startsWith('-')) ?? '';
  return Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]] : Object.values(COMMANDS);
}

function exitCodeOf(error: unknown, io: CliIo): number {
  if (error instanceof CommanderError) {
    // Commander has printed the error; --help and --version are not errors.
    return error.exitCode === 0 ? ExitCode.OK : ExitCode.USAGE_ERROR;
  }
  if (error instanceof Stop) {
    io.err(safeLines(`${error.message}\n`));
    return error.exitCode;
  }
  io.err(safeLines(`error: unexpected failure, please report it with your input: ${messageOf(error)}\n`));
  return ExitCode.UNREADABLE;
}
