import { execFileSync, spawn } from 'node:child_process';
import { realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { readManifests } from '../../../src/cli/io/read';
import { ManifestInput } from '../../../src/core/manifest-input';
import { formatProblem } from '../../../src/yaml/problem';
import { inFolder } from '../run';

const POD = 'kind: Pod\n';

function read(paths: readonly string[], stdin: Uint8Array = Buffer.from('')): Promise<ManifestInput> {
  return readManifests(paths, { out: () => {}, err: () => {}, stdin: async () => stdin });
}

/** The problems, with the folder left out. */
function problems(input: ManifestInput, folder: string): string[] {
  return input.problems.map(problem => formatProblem(problem).replaceAll(`${folder}/`, '').replaceAll(folder, 'FOLDER'));
}

describe('a folder', () => {
  test('stands for every manifest below it, sorted, without node_modules and hidden folders', async () => {
    const files = [
      'b.yml', 'a/z.json', 'a/B.YAML', 'a.yaml', 'a-b/c.yaml', 'notes.txt', 'node_modules/x/p.yaml', '.git/p.yaml', '.hidden.yaml', 'a/node_modules/p.yaml',
    ];

    await inFolder(Object.fromEntries(files.map(file => [file, POD])), async folder => {
      const input = await read([folder]);

      expect(input.files.map(file => file.relative)).toEqual(['.hidden.yaml', 'a-b/c.yaml', 'a.yaml', 'a/B.YAML', 'a/z.json', 'b.yml']);
      expect(input.files[1].file).toBe(join(folder, 'a-b', 'c.yaml'));
      expect(input.documents).toHaveLength(6);
    });
  });

  test('without manifests is a problem', async () => {
    await inFolder({ 'notes.txt': 'hello' }, async folder => {
      expect(problems(await read([folder]), folder)).toEqual([
        'FOLDER: no .yaml, .yml or .json file in this folder: pass a folder that contains manifests, or a file',
      ]);
    });
  });

  test('may hold links to its own files, and links to folders that are not followed', async () => {
    await inFolder({ 'shared/a.yaml': POD, 'b.yaml': POD }, async folder => {
      symlinkSync(join('shared', 'a.yaml'), join(folder, 'a.yaml'));
      symlinkSync(folder, join(folder, 'round.yaml'));

      const input = await read([folder]);

      expect(input.files.map(file => file.relative)).toEqual(['a.yaml', 'b.yaml', 'shared/a.yaml']);
      expect(input.problems).toEqual([]);
    });
  });

  test('names what is not a file of its own, and reads the rest', async () => {
    await inFolder({ 'real/secret.yaml': POD, 'given/b.yaml': POD }, async folder => {
      const given = join(folder, 'given');
      symlinkSync(join(folder, 'real', 'secret.yaml'), join(given, 'a.yaml'));
      symlinkSync('/dev/zero', join(given, 'zero.yaml'));
      execFileSync('mkfifo', [join(given, 'fifo.json')]);

      const input = await read([given]);

      expect(input.files.map(file => file.relative)).toEqual(['b.yaml']);
      expect(problems(input, folder).sort()).toEqual([
        `given/a.yaml: a link to ${realpathSync(folder)}/real/secret.yaml, which is not in given: pass that file too, or remove the link`.replaceAll(`${folder}/`, ''),
        'given/fifo.json: a FIFO, not a regular file: leave it out, or pass its content through standard input',
        'given/zero.yaml: a device, not a regular file: leave it out, or pass its content through standard input',
      ]);
    });
  });
});

test('a device is not read, a FIFO that is named is', async () => {
  await inFolder({}, async folder => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    const writer = spawn('sh', ['-c', `printf 'kind: Pod\n' > ${fifo}`]);

    expect((await read(['/dev/zero', fifo]))).toMatchObject({ files: [{ file: fifo, text: POD }], problems: [{ file: '/dev/zero' }] });
    writer.kill();
  });
});

describe('a file', () => {
  test('may have any name when it is named itself', async () => {
    await inFolder({ manifest: POD }, async folder => {
      const { files, documents } = await read([join(folder, 'manifest')]);

      expect(files).toEqual([{ file: join(folder, 'manifest'), relative: 'manifest', text: POD }]);
      expect(documents).toHaveLength(1);
    });
  });

  test('that is named twice is read once', async () => {
    await inFolder({ 'a.yaml': POD, 'b.yaml': POD }, async folder => {
      const { files } = await read([join(folder, 'b.yaml'), folder, `${folder}/./a.yaml`]);

      expect(files.map(file => file.relative)).toEqual(['b.yaml', 'a.yaml']);
    });
  });

  test('keeps its byte order mark and its line ends', async () => {
    const text = '\ufeffkind: Pod\r\n';

    await inFolder({ 'a.yaml': text }, async folder => {
      expect((await read([folder])).files[0].text).toBe(text);
    });
  });

  test('that cannot be read is a problem, and the others are read', async () => {
    const files = { 'a.yaml': POD, 'latin1.yaml': Buffer.from('kind: Pod # Müller\n', 'latin1'), 'utf16.yaml': Buffer.from('\ufeffkind: Pod\n', 'utf16le') };

    await inFolder(files, async folder => {
      symlinkSync(join(folder, 'nowhere.yaml'), join(folder, 'dangling.yaml'));
      symlinkSync(join(folder, 'loop.yaml'), join(folder, 'loop.yaml'));

      const input = await read([folder, join(folder, 'missing.yaml')]);

      expect(input.documents).toHaveLength(1);
      expect(problems(input, folder)).toEqual([
        'missing.yaml: no such file or folder: check the path',
        'dangling.yaml: no such file or folder: check the path',
        'latin1.yaml: not a UTF-8 text file: save it as UTF-8, or leave it out',
        expect.stringMatching(/^loop.yaml: cannot be read: ELOOP/),
        'utf16.yaml: not a UTF-8 text file: save it as UTF-8, or leave it out',
      ]);
    });
  });
});

describe('standard input', () => {
  test('is a dash, and is called <stdin>', async () => {
    const { files, documents } = await read(['-', '-'], Buffer.from(POD));

    expect(files).toEqual([{ file: '<stdin>', relative: '<stdin>', text: POD }]);
    expect(documents[0]).toMatchObject({ file: '<stdin>', index: 0, line: 1, value: { kind: 'Pod' } });
  });

  test('that breaks off is a problem', async () => {
    const io = { out: () => {}, err: () => {}, stdin: () => Promise.reject(new Error('EIO: i/o error')) };

    expect((await readManifests(['-'], io)).problems.map(formatProblem)).toEqual(['<stdin>: cannot be read: EIO: i/o error']);
  });
});
