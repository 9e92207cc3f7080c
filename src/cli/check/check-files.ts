import { ReadInput, CheckResult, RunningCheck } from '../../core/check/check-manifests';
import { MeshMembers } from '../../core/mesh-option';
import { SurroundingsCollector } from '../../core/migrate/surroundings';
import { objectsOf } from '../../core/pods';
import { CheckSettings } from '../../core/settings';
import { World } from '../../core/world';
import { parseOneByOne } from '../../yaml/parse';
import { InputProblem } from '../../yaml/problem';
import { describeObjects, nameOf } from '../io/describe';
import { FileToRead, findFiles, STDIN, STDIN_NAME } from '../io/files';
import { CliIo } from '../io/io';
import { Progress } from '../io/progress';
import { readSource } from '../io/read';

/** What was read and found, without the manifests themselves. */
export interface CheckedFiles {
  readonly input: ReadInput & { readonly files: readonly string[] };
  readonly result: CheckResult;
  /** What the input contains, for a message that there is no pod in it. */
  readonly description: () => string;
}

/**
 * Checks files one by one, and the documents of each one by one, so that the input is never in memory as a whole. It is read twice: once for the objects that pods
 * are judged by, once for the pods.
 */
export async function checkFiles(paths: readonly string[], settings: CheckSettings, io: CliIo): Promise<CheckedFiles> {
  const found = findFiles(paths);
  const read = reader(io);
  const progress = new Progress(io);
  const show = (what: string, done: number) => progress.show(() => `${what}: ${done} of ${found.files.length} files`);
  const { mesh, workloads } = settings;
  const members = mesh && MeshMembers.of(mesh, [], workloads);
  const surroundings = new SurroundingsCollector(members);
  for (const [done, { file }] of found.files.entries()) {
    show('scanning', done);
    const text = await read(file);
    if (typeof text === 'string') {
      surroundings.add(nameIn(file), text);
    }
  }
  const check = new RunningCheck(settings, new World(settings, surroundings.collected(), members));
  const tally = new ReadTally(found.problems);
  for (const [done, { file }] of found.files.entries()) {
    show('checking', done);
    tally.add(nameIn(file), await read(file), check);
  }
  progress.end();
  return { input: tally, result: check.result, description: () => describeObjects(tally.names, tally.objects, tally.seen) };
}

/** What was read so far. */
class ReadTally implements ReadInput {
  public readonly problems: InputProblem[];
  public readonly names: string[] = [];
  public objects = 0;
  public readonly documents = { length: 0 };
  /** The names of the first objects. */
  public readonly seen: string[] = [];

  public constructor(problems: readonly InputProblem[]) {
    this.problems = [...problems];
  }

  public get files(): readonly string[] {
    return this.names;
  }

  public add(name: string, text: string | InputProblem, check: RunningCheck): void {
    if (typeof text !== 'string') {
      this.problems.push(text);
      return;
    }
    this.names.push(name);
    for (const document of parseOneByOne(name, text, this.problems)) {
      this.documents.length++;
      for (const { value } of objectsOf(document.value)) {
        this.objects++;
        if (this.seen.length < MOST_SEEN) {
          this.seen.push(nameOf(value));
        }
      }
      check.add(document);
    }
  }
}

/** More than a message names. */
const MOST_SEEN = 10;

function nameIn(file: FileToRead['file']): string {
  return file === STDIN ? STDIN_NAME : file;
}

/** Standard input can be read only once, and a single file need not be read twice. */
function reader(io: CliIo): (file: string) => Promise<string | InputProblem> {
  let last: { readonly file: string; readonly text: string | InputProblem } | undefined;
  let stdin: string | InputProblem | undefined;
  return async file => {
    if (file === STDIN) {
      stdin ??= await readSource(STDIN, io);
      return stdin;
    }
    if (last?.file !== file) {
      last = undefined;
      last = { file, text: await readSource(file, io) };
    }
    return last.text;
  };
}
