import { FileToRead, STDIN, STDIN_NAME } from './files';
import { CliIo } from './io';
import { Progress } from './progress';
import { readSource } from './read';
import { LocatedSurroundings } from '../../core/located-surroundings';
import { MeshMembers } from '../../core/mesh-option';
import { SurroundingsCollector } from '../../core/migrate/surroundings';
import { InputProblem } from '../../yaml/problem';

/** Reads the text of a file, or tells why it cannot be read. */
export type Reader = (file: FileToRead['file']) => Promise<string | InputProblem>;

/** Reads files that are read twice. Standard input can be read only once, and a single file need not be read twice. */
export function rereader(io: CliIo): Reader {
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

/** The name of a file in messages. */
export function nameIn(file: FileToRead['file']): string {
  return file === STDIN ? STDIN_NAME : file;
}

/**
 * Looks through all files for the objects that pods are judged by.
 *
 * @param members records which pods are in the mesh, if there is one
 */
export async function scan(
  files: readonly FileToRead[], read: Reader, members: MeshMembers | undefined, progress: Progress,
): Promise<LocatedSurroundings> {
  const surroundings = new SurroundingsCollector(members);
  for (const [done, { file }] of files.entries()) {
    progress.show(() => `scanning: ${done} of ${files.length} files`);
    const text = await read(file);
    if (typeof text === 'string') {
      surroundings.add(nameIn(file), text);
    }
  }
  return surroundings.collected();
}
