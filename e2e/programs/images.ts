import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Binary, clientFolders, find } from './binaries';

const PACK = join(__dirname, '..', 'program', 'pack');
const BUSYBOX = 'busybox';
const FOLDER = '/usr/bin';

/** What an image is made of: files of this machine by their path in the image, files by their content, and what the image says of itself. */
export interface Contents {
  readonly programs: { readonly [path: string]: string };
  readonly files?: { readonly [path: string]: string };
  /** Names in the folder of programs that are BusyBox. */
  readonly applets?: readonly string[];
  readonly config: object;
}

/** The image of a program: its binary, what its gate's command needs, the libraries of both, and files that a person would bring. */
export function contentsOf(binary: Binary, path: string, container: any, files: { readonly [path: string]: string }): Contents {
  const gate: readonly string[] = container.startupProbe?.exec?.command ?? [];
  const [command = ''] = container.command ?? [];
  const tool = gate.length > 0 && !binary.applets ? toolPath(gate[0]) : undefined;
  const busybox = binary.applets ? find(BUSYBOX) : undefined;
  return {
    programs: {
      [`${FOLDER}/${binary.file}`]: path,
      ...(command.startsWith('/') && binary.file === basename(command) ? { [command]: path } : {}),
      ...(tool ? { [`${FOLDER}/${basename(tool)}`]: tool } : {}),
      ...(busybox ? { [`${FOLDER}/${BUSYBOX}`]: busybox } : {}),
    },
    files,
    applets: binary.applets,
    config: {
      Entrypoint: [`${FOLDER}/${binary.file}`],
      Env: [`PATH=${FOLDER}`, ...Object.entries(binary.env ?? {}).map(([name, value]) => `${name}=${value}`)],
      ...(binary.signal ? { StopSignal: binary.signal } : {}),
    },
  };
}

/**
 * Makes an image and gives it to the nodes.
 *
 * @param load a shell command that takes the archive as its first argument
 */
export function makeImage(image: string, contents: Contents, load: string): void {
  const work = mkdtempSync(join(tmpdir(), 'images-'));
  try {
    const root = join(work, 'root');
    const place = (path: string) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      return join(root, path);
    };
    for (const [path, source] of Object.entries(contents.programs)) {
      copyFileSync(source, place(path));
      chmodSync(join(root, path), 0o755);
      librariesOf(source).forEach(library => copyFileSync(library, place(library)));
    }
    Object.entries(contents.files ?? {}).forEach(([path, text]) => writeFileSync(place(path), text));
    contents.applets?.forEach(applet => symlinkSync(BUSYBOX, place(`${FOLDER}/${applet}`)));
    const archive = join(work, 'image.tar');
    execFileSync(PACK, [archive, image, root, JSON.stringify(contents.config)], { stdio: ['ignore', 'ignore', 'inherit'] });
    execFileSync('sh', ['-ec', load, 'load', archive], { stdio: ['ignore', 'ignore', 'inherit'] });
  } finally {
    rmSync(work, { recursive: true });
  }
}

function toolPath(name: string): string | undefined {
  return clientFolders().map(folder => join(folder, name)).find(path => librariesOf(path).length > 0) ?? find(name);
}

/** The shared libraries of a program, with the loader; none if it has none. */
function librariesOf(path: string): string[] {
  try {
    const lines = execFileSync('ldd', [path], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).split('\n');
    return lines.map(line => /(?:=> )?(\/\S+) \(0x/.exec(line)?.[1]).filter(library => library !== undefined);
  } catch {
    return [];
  }
}
