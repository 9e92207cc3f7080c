import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run } from '../run';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web, image: acme/web:1 }] }\n';
const TEMPLATE = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Release.Name }}\n';

const NO_MANIFESTS = {
  'patch.json': '[{ "op": "remove", "path": "/spec/replicas" }]',
  'list.json': '[1, 2]',
  'mkdocs.yml': 'icons: !!python/name:material.extensions.emoji.to_svg\n',
  'values.yaml': 'replicas: 2\n',
  'chart.yaml': TEMPLATE,
  'secret.yaml': 'apiVersion: v1\nkind: Secret\ndata: { a: "ENC[AES256_GCM,data:x]" }\nsops: { mac: "ENC[AES256_GCM,data:x]" }\n',
  'sealed.yaml': 'apiVersion: bitnami.com/v1alpha1\nkind: SealedSecret\nmetadata: { name: a }\n',
  'vault.yaml': '$ANSIBLE_VAULT;1.1;AES256\n61626364\n',
  'git-crypt.yaml': '\0GITCRYPT\0abc',
  'crypt.yaml': Buffer.from([0, 0x47, 0xff, 0xfe]),
};

describe('what is no manifest', () => {
  test.each(['check', 'migrate', 'explain', 'report'])('in a folder, %s skips and counts it', async command => {
    await inFolder({ ...NO_MANIFESTS, 'web.yaml': POD }, async folder => {
      const { code, err } = await run([command, folder]);

      expect(err).toMatch(/^skipped: .*; --verbose lists them$/m);
      expect(err).toMatch(/1 JSON patch\b.*|1 template/);
      expect([code, err.includes('input problem')]).toEqual([0, false]);
    });
  });

  test.each(['check', 'migrate', 'explain', 'report'])('%s counts each kind once', async command => {
    await inFolder({ ...NO_MANIFESTS, 'web.yaml': POD }, async folder => {
      const { err } = await run([command, folder]);

      expect(err.split('\n')[0].replace(/; --verbose.*/, '').slice('skipped: '.length).split(', ').sort()).toEqual([
        '1 JSON patch', '1 file of another program', '1 template', '2 other files', '5 encrypted or binary files',
      ]);
    });
  });

  test.each(['check', 'migrate', 'explain', 'report'])('%s --verbose lists it', async command => {
    await inFolder({ 'chart.yaml': TEMPLATE, 'web.yaml': POD }, async folder => {
      expect((await run([command, folder, '--verbose'])).err).toContain(`${join(folder, 'chart.yaml')}: skipped, template\nskipped: 1 template\n`);
    });
  });

  test.each(['check', 'migrate', 'report'])('%s skips it also where it is named, and tells how to render a template', async command => {
    await inFolder(NO_MANIFESTS, async folder => {
      const files = ['chart.yaml', 'mkdocs.yml', 'vault.yaml', 'git-crypt.yaml', 'crypt.yaml', 'patch.json', 'values.yaml'];
      const results = await Promise.all(files.map(async file => run([command, join(folder, file)])));

      expect(results.map(({ code }) => code)).toEqual(files.map(() => 0));
      expect(results[0].err).toMatch(/this looks like a template.*render it first.*\nskipped: 1 template/);
    });
  });

  test('is a problem where nothing tells what it is and it is passed alone, but not with other paths', async () => {
    await inFolder({ 'list.json': '[1, 2]', 'web.yaml': POD }, async folder => {
      const [list, web] = ['list.json', 'web.yaml'].map(file => join(folder, file));

      expect([(await run(['check', list])).code, (await run(['check', list, web])).code]).toEqual([3, 0]);
    });
  });

  test.each([[TEMPLATE, 3], [NO_MANIFESTS['vault.yaml'], 3], [NO_MANIFESTS['mkdocs.yml'], 3]])('on standard input is a problem: %j', async (text, expected) => {
    expect((await run(['check', '-'], text)).code).toBe(expected);
  });

  test('is a problem of explain, which is asked about a pod', async () => {
    await inFolder(NO_MANIFESTS, async folder => {
      expect((await run(['explain', join(folder, 'chart.yaml')])).code).toBe(3);
    });
  });
});

test('a document that claims to be an object and cannot be read stays a problem', async () => {
  await inFolder({ 'web.yaml': POD, 'broken.yaml': 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n spec: y\n' }, async folder => {
    expect((await run(['check', folder])).code).toBe(3);
  });
});

test.each(['check', 'migrate', 'report'])('objects whose pods another program renders are counted by %s', async command => {
  const release = 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: a }\n';
  const application = 'apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: a }\n';
  await inFolder({ 'a.yaml': release, 'b.yaml': `${release}---\n${application}---\napiVersion: app.k8s.io/v1\nkind: Application\nmetadata: { name: a }\n` }, async folder => {
    expect((await run([command, folder])).err).toContain(
      "not rendered: 2 HelmReleases, 1 Application: pass the manifests that they make, for example the output of 'helm template'\n");
  });
});

describe('a file that SOPS encrypts', () => {
  const job = (value: string, rest = '') => `apiVersion: batch/v1
kind: Job
metadata:
  name: j
spec:
  template:
    spec:
      restartPolicy: Never
      containers:
        - name: a
          image: x:1
          env:
            - name: PW
              value: ${value}
        - name: sql
          image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
          args: [--port=5432, "a:b:c"]
${rest}`;
  const value = 'ENC[AES256_GCM,data:abc,iv:x,tag:y,type:str]';
  const files = { 'block.yaml': job('plain', `sops:\n  mac: ${value}\n`), 'values.yaml': job(value) };

  test('is neither judged nor changed, but counted', async () => {
    await inFolder(files, async folder => {
      const checked = await run(['check', folder, '--format', 'json']);
      const migrated = await run(['migrate', folder, '--write']);

      expect([checked.code, JSON.parse(checked.out).findings]).toEqual([0, []]);
      expect(migrated).toEqual({ code: 0, out: '', err: 'skipped: 2 encrypted or binary files; --verbose lists them\n0 pods in 2 files\n' });
      expect(Object.entries(files).filter(([name, text]) => readFileSync(join(folder, name), 'utf8') !== text)).toEqual([]);
    });
  });

  test.each(['check', 'migrate', 'explain'])('is listed by %s if the user names it', async command => {
    await inFolder(files, async folder => {
      const file = join(folder, 'block.yaml');

      expect((await run([command, file])).err).toContain(`${file}: encrypted with SOPS, so it was neither judged nor changed: decrypt it and pass the result through standard input\n`);
    });
  });
});

describe('files that are left out', () => {
  const files = { '.gitignore': 'dist/\n*.tmp.yaml\n', 'a/.gitignore': '!keep.tmp.yaml\n', 'dist/x.yaml': POD, 'a/b.tmp.yaml': POD, 'a/keep.tmp.yaml': POD, 'charts/c.yaml': POD, 'd.yaml': POD };

  async function pods(args: readonly string[], extra: { readonly [name: string]: string } = {}): Promise<number> {
    return inFolder({ ...files, ...extra }, async folder => JSON.parse((await run(['check', folder, '--format', 'json', ...args.map(arg => arg.replace('FOLDER', folder))])).out).summary.pods);
  }

  test('.gitignore files in the folder count, the nearest first', async () => {
    expect(await pods([])).toBe(3);
    expect(await pods(['--no-gitignore'])).toBe(5);
  });

  test('--exclude takes patterns, several times', async () => {
    expect(await pods(['--exclude', 'charts/', '--exclude', 'd.yaml'])).toBe(1);
  });

  test('the configuration takes them too', async () => {
    expect(await pods(['--config', 'FOLDER/own.conf'], { 'own.conf': 'exclude: [charts/]\n' })).toBe(2);
  });

  test('a folder that is passed is read, whatever a .gitignore file above it has', async () => {
    await inFolder(files, async folder => {
      expect(JSON.parse((await run(['check', join(folder, 'dist'), '--format', 'json'])).out).summary.pods).toBe(1);
    });
  });

  test('--exclude does not concern a file that is named, and says so', async () => {
    await inFolder(files, async folder => {
      const { out, err } = await run(['check', join(folder, 'charts/c.yaml'), '--exclude', 'charts/', '--format', 'json']);

      expect(JSON.parse(out).summary.pods).toBe(1);
      expect(err).toBe('note: --exclude charts/ leaves nothing out: check the pattern; it concerns files of folders, not files that you name\n');
    });
  });

  test.each(['migrate', 'explain', 'report'])('%s also notes a pattern that leaves nothing out, and only that', async command => {
    await inFolder({ 'a/w.yaml': POD, 'charts/c.yaml': POD }, async folder => {
      const { err } = await run([command, folder, '--exclude', 'charts/', '--exclude', 'none/']);

      expect(err.match(/--exclude \S+/g)).toEqual(['--exclude none/']);
    });
  });

  test.each(['check', 'migrate', 'explain', 'report'])('%s ends with 3 if everything is left out', async command => {
    await inFolder({ 'a/w.yaml': POD, 'a/.gitignore': '*.yaml\n' }, async folder => {
      const { code, err } = await run([command, folder]);

      expect(code).toBe(3);
      expect(err).toContain(`${folder}: everything in this folder is left out by --exclude, the configuration or a .gitignore file: change the patterns, or pass --no-gitignore\n`);
    });
  });

  test('--allow-empty accepts it, and an empty folder', async () => {
    await inFolder({ 'a/w.yaml': POD, 'b/README': '' }, async folder => {
      const codes = await Promise.all([[], ['--allow-empty']].map(async more => [
        (await run(['check', join(folder, 'a'), '--exclude', '*.yaml', ...more])).code, (await run(['check', join(folder, 'b'), ...more])).code,
      ]));

      expect(codes).toEqual([[3, 3], [0, 0]]);
    });
  });

  test('one of several folders may be left out as a whole', async () => {
    await inFolder({ 'a/w.yaml': POD, 'charts/c.yaml': POD }, async folder => {
      const { code, err } = await run(['check', join(folder, 'a'), join(folder, 'charts'), '--exclude', '/**/charts/**']);

      expect([code, err]).toEqual([0, 'skipped: 1 excluded path; --verbose lists them\n']);
    });
  });
});

test.each(['web.yaml', ''])('a list of objects stays a problem, whatever it is passed with: %j', async other => {
  await inFolder({ 'web.yaml': POD, 'list.yaml': '- apiVersion: v1\n  kind: Pod\n  metadata: { name: a }\n' }, async folder => {
    expect((await run(['check', join(folder, 'list.yaml'), join(folder, other)])).code).toBe(3);
  });
});
