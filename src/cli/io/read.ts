import { FileFilter } from './file-filter';
import { decode, FileToRead, findFiles, readText, STDIN, STDIN_NAME } from './files';
import { CliIo } from './io';
import { ManifestInput } from '../../core/manifest-input';
import { Skipped } from '../../core/skipped';
import { messageOf } from '../../data/error-message';
import { pushAll } from '../../data/push-all';
import { parseText } from '../../yaml/parse';
import { InputProblem } from '../../yaml/problem';

/** The input, and what of it is not manifests. */
export interface ReadManifests extends ManifestInput {
  readonly skipped: Skipped;
}

/**
 * Reads manifests.
 *
 * @param paths files, folders (every .yaml, .yml and .json below them, sorted), or `-` for standard input
 * @param io where standard input comes from
 * @param filter which files of folders are left out
 */
export async function readManifests(paths: readonly string[], io: CliIo, filter?: FileFilter): Promise<ReadManifests> {
  const found = findFiles(paths, filter);
  const skipped = new Skipped(found.ignored);
  const input: ReadManifests = { files: [], documents: [], problems: [...found.problems], skipped };
  for (const { file, relative, passed: given } of found.files) {
    // Who names a file here asks about a pod in it.
    const passed = given === 'by folder' ? given : 'as output';
    const name = file === STDIN ? STDIN_NAME : file;
    const text = await readSource(file, io);
    if (typeof text !== 'string') {
      pushAll(input.problems, skipped.sort([text], passed));
      continue;
    }
    const parsed = parseText(name, text);
    input.files.push({ file: name, relative: file === STDIN ? STDIN_NAME : relative, text });
    pushAll(input.documents, parsed.documents);
    parsed.documents.forEach(document => skipped.lookAt(document, passed));
    pushAll(input.problems, skipped.sort(parsed.problems, passed));
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
