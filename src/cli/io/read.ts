import { decode, FileToRead, findFiles, readText, STDIN, STDIN_NAME } from './files';
import { CliIo } from './io';
import { ManifestInput } from '../../core/manifest-input';
import { messageOf } from '../../data/error-message';
import { pushAll } from '../../data/push-all';
import { parseText } from '../../yaml/parse';
import { InputProblem } from '../../yaml/problem';

/**
 * Reads manifests.
 *
 * @param paths files, folders (every .yaml, .yml and .json below them, sorted), or `-` for standard input
 * @param io where standard input comes from
 * @param onProgress receives how many files are done
 */
export async function readManifests(
  paths: readonly string[], io: CliIo, onProgress: (done: number, all: number) => void = () => {},
): Promise<ManifestInput> {
  const found = findFiles(paths);
  const input: ManifestInput = { files: [], documents: [], problems: [...found.problems] };
  for (const [done, { file, relative }] of found.files.entries()) {
    onProgress(done, found.files.length);
    const name = file === STDIN ? STDIN_NAME : file;
    const text = await readSource(file, io);
    if (typeof text !== 'string') {
      input.problems.push(text);
      continue;
    }
    const parsed = parseText(name, text);
    input.files.push({ file: name, relative: file === STDIN ? STDIN_NAME : relative, text });
    pushAll(input.documents, parsed.documents);
    pushAll(input.problems, parsed.problems);
  }
  return input;
}

/** Reads the text of a file, or of standard input when the path is `-`. */
export async function readSource(path: FileToRead['file'], io: CliIo): Promise<string | InputProblem> {
  if (path !== STDIN) {
    return readText(path);
  }
  try {
    return decode(STDIN_NAME, await io.stdin());
  } catch (error) {
    return { file: STDIN_NAME, message: `cannot be read: ${messageOf(error)}` };
  }
}
