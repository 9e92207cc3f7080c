import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../data/error-message';
import { safeLine } from '../../data/safe-text';
import { FileToRead } from '../io/files';
import { CliIo, usageError } from '../io/io';
import { writeAtomically } from '../io/write';
import { notesBeforeWriting, writeWords } from '../io/write-error';

/** Thrown when a result cannot be written. */
export class NotWritten extends Error {}

/**
 * Saves a result.
 *
 * @param before what the file contained when it was read; if it has changed since then, nothing is written
 * @param folder the folder that the file must be in
 */
export function save(file: string, text: string, before?: string, folder?: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeAtomically(file, text, before, folder);
  } catch (error) {
    throw new NotWritten(`cannot write ${file}: ${writeWords(error)}`);
  }
}

/** Saves a report. A path that cannot be written is a usage error. */
export function saveReport(file: string, text: string): void {
  try {
    save(file, text);
  } catch (error) {
    throw usageError(messageOf(error));
  }
}

/** Replaces the text of an input file, after notes on what else changes with it. */
export function saveInPlace({ file, root }: FileToRead, after: string, before: string, io: CliIo): void {
  io.err(notesBeforeWriting(file).map(note => `${safeLine(note)}\n`).join(''));
  save(file, after, before, root);
}
