import { CompileAtOnce } from './compile-at-once';
import { ReadInput, CheckResult, RunningCheck } from '../../core/check/check-manifests';
import { MeshMembers } from '../../core/mesh-option';
import { objectsOf } from '../../core/pods';
import { CheckSettings } from '../../core/settings';
import { Skipped } from '../../core/skipped';
import { World } from '../../core/world';
import { pushAll } from '../../data/push-all';
import { ItemMemory } from '../../yaml/item-memory';
import { parseOneByOne } from '../../yaml/parse';
import { InputProblem } from '../../yaml/problem';
import { describeObjects, nameOf } from '../io/describe';
import { FileFilter } from '../io/file-filter';
import { FileToRead, findFiles } from '../io/files';
import { CliIo } from '../io/io';
import { Progress } from '../io/progress';
import { nameIn, rereader, scan } from '../io/scan';

/** What was read and found, without the manifests themselves. */
export interface CheckedFiles {
  readonly input: ReadInput & { readonly files: readonly string[] };
  readonly result: CheckResult;
  readonly skipped: Skipped;
  /** What the input contains, for a message that there is no pod in it. */
  readonly description: () => string;
}

/**
 * Checks files one by one, and the documents of each one by one, so that the input is never in memory as a whole. It is read twice: once for the objects that pods
 * are judged by, once for the pods.
 */
export async function checkFiles(
  paths: readonly string[], settings: CheckSettings, io: CliIo, filter: FileFilter, allowEmpty = false,
): Promise<CheckedFiles> {
  const found = findFiles(paths, filter, allowEmpty);
  const read = rereader(io);
  const progress = new Progress(io);
  const { mesh, workloads } = settings;
  const members = mesh && MeshMembers.of(mesh, [], workloads);
  const surroundings = await scan(found.files, read, members, progress);
  const check = new RunningCheck(settings, new World(settings, surroundings, members), undefined, found.files.length === 1);
  const tally = new ReadTally(found.problems, new Skipped(found.ignored));
  for (const [done, source] of found.files.entries()) {
    progress.show(() => `checking: ${done} of ${found.files.length} files`);
    tally.add(source, await read(source.file), check);
  }
  progress.end();
  return { input: tally, result: check.result, skipped: tally.skipped, description: () => describeObjects(tally.names, tally.objects, tally.seen) };
}

/** What was read so far. */
class ReadTally implements ReadInput {
  public readonly problems: InputProblem[];
  public readonly names: string[] = [];
  public objects = 0;
  public readonly documents = { length: 0 };
  /** The names of the first objects. */
  public readonly seen: string[] = [];

  private readonly memory = new ItemMemory();
  private readonly compile = new CompileAtOnce();

  public constructor(problems: readonly InputProblem[], public readonly skipped: Skipped) {
    this.problems = [...problems];
  }

  public get files(): readonly string[] {
    return this.names;
  }

  public add({ file, passed }: FileToRead, text: string | InputProblem, check: RunningCheck): void {
    if (typeof text !== 'string') {
      pushAll(this.problems, this.skipped.sort([text], passed));
      return;
    }
    const name = nameIn(file);
    const problems: InputProblem[] = [];
    this.names.push(name);
    this.compile.add(text.length);
    for (const document of parseOneByOne(name, text, problems, undefined, undefined, this.memory)) {
      this.documents.length++;
      this.skipped.lookAt(document, passed);
      for (const { value } of objectsOf(document.value)) {
        this.objects++;
        if (this.seen.length < MOST_SEEN) {
          this.seen.push(nameOf(value));
        }
      }
      check.add(document);
    }
    pushAll(this.problems, this.skipped.sort(problems, passed));
  }
}

/** More than a message names. */
const MOST_SEEN = 10;
