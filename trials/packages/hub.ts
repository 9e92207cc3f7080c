import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The licenses and keywords that Construct Hub accepts: https://aws.amazon.com/blogs/opensource/best-practices-for-discoverability-of-a-construct-library-on-construct-hub/ */
const LICENSES = /^(Apache-2\.0|BSD(-[23]-Clause)?|EPL-[12]\.0|MPL-2\.0|ISC|CDDL-1\.[01]|MIT)$/;
const KEYWORDS = ['awscdk', 'cdk8s', 'cdktf'];
const LANGUAGES = ['python', 'java', 'dotnet', 'go'];

/** What a package lacks to be listed and shown well on Construct Hub. */
export function lackingForHub(folder: string): string[] {
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  if (!existsSync(join(folder, '.jsii'))) {
    return ['it has no jsii assembly'];
  }
  const { name, version, license, keywords, repository, bugs, description, peerDependencies, publishConfig, stability, ...others } = read('package.json');
  const assembly = read('.jsii');
  const licenses = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => /^LICEN[CS]E/i.test(basename(file)));
  const checks: [boolean, string][] = [
    [LICENSES.test(license), `its license '${license}' is not accepted`],
    [KEYWORDS.some(keyword => keywords.includes(keyword)), `none of its keywords is ${KEYWORDS.join(', ')}`],
    [assembly.schema === 'jsii/0.10.0', `its assembly has the schema '${assembly.schema}'`],
    [assembly.name === name && assembly.version === version, `its assembly is that of ${assembly.name}@${assembly.version}`],
    [assembly.docs?.stability === stability, `its assembly is '${assembly.docs?.stability}', and its package '${stability}'`],
    [LANGUAGES.every(language => assembly.targets[language] !== undefined), `its assembly has only these languages: ${Object.keys(assembly.targets).join(', ')}`],
    [peerDependencies.constructs?.startsWith('^10.'), 'it has no peer dependency on constructs 10'],
    [publishConfig?.access === 'public' && others.private !== true, 'it is not public'],
    [Boolean(repository?.url && bugs?.url && description), 'it lacks a repository, a place for bugs or a description'],
    [existsSync(join(folder, 'README.md')) && assembly.readme?.markdown.length > 0, 'it has no README'],
    [licenses.join() === 'LICENSE', `it has these license files, of which the last is shown: ${licenses.join(', ')}`],
    [others.deprecated === undefined, 'it is deprecated'],
  ];
  return checks.flatMap(([isWell, problem]) => isWell ? [] : [problem]);
}
