import { workingIn } from '../../../generate/run-command';
import { inFolder, run } from '../run';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: web, image: "acme/web:1" }] }\n';
const CONFIG = 'kubernetes: "1.34"\n';

const NOTE = (file: string) => `note: ${file} is not used, because the command reads only the configuration in the working directory: pass --config ${file}\n`;

/** What a command run in a folder of a repository prints to standard error; the folder above has a configuration of no concern. */
async function told(folder: string, args: readonly string[], files: { readonly [name: string]: string }): Promise<string> {
  return inFolder({ '.cdk8s-sidecars.yaml': CONFIG, 'repo/.git/HEAD': '', ...files }, above => workingIn(`${above}/repo/${folder}`, async () => (await run(args)).err));
}

const REPO = { 'repo/.cdk8s-sidecars.yaml': CONFIG, 'repo/apps/web.yaml': POD, 'repo/other/x.yaml': POD };

test.each([
  ['check', 'web.yaml'],
  ['migrate', 'web.yaml'],
  ['explain', 'web.yaml'],
  ['check', '.'],
])('%s %s names the configuration in a folder above, which it does not read', async (command, path) => {
  expect(await told('apps', [command, path], REPO)).toContain(NOTE('../.cdk8s-sidecars.yaml'));
});

test('a configuration beside the input, or above it, is named once', async () => {
  const files = { 'repo/apps/web.yaml': POD, 'repo/apps/b/web.yaml': POD, 'repo/apps/.cdk8s-sidecars.yaml': CONFIG };

  expect(await told('', ['check', 'apps/web.yaml', 'apps/b', 'apps'], files)).toContain(NOTE('apps/.cdk8s-sidecars.yaml'));
  expect((await told('', ['check', 'apps/web.yaml', 'apps/b', 'apps'], files)).match(/is not used/g)).toHaveLength(1);
});

test('a second one is named, where the working folder has its own', async () => {
  expect(await told('', ['check', 'apps'], { ...REPO, 'repo/apps/.cdk8s-sidecars.yaml': CONFIG })).toContain(NOTE('apps/.cdk8s-sidecars.yaml'));
});

test('nothing is told of the one that is read, of one above the repository, or if the user names one', async () => {
  const { 'repo/.cdk8s-sidecars.yaml': _, ...without } = REPO;

  expect(await told('', ['check', 'apps'], REPO)).not.toContain('not used');
  expect(await told('apps', ['check', '.'], without)).not.toContain('not used');
  expect(await told('apps', ['check', '.', '--config', '../.cdk8s-sidecars.yaml'], REPO)).not.toContain('not used');
});
