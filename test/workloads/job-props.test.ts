import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWN_NAME, OWN_PLUS } from '../own-package';

interface Struct { readonly interfaces?: string[]; readonly properties?: { readonly name: string; readonly optional?: boolean }[] }

const assemblies = [join(__dirname, '..', '..'), dirname(require.resolve(`${OWN_PLUS}/package.json`))]
  .map(folder => JSON.parse(readFileSync(join(folder, '.jsii'), 'utf8')) as { readonly types: { readonly [fqn: string]: Struct } });

/** The properties of a struct and its parents, with whether each is optional. */
function propsOf(fqn: string): Map<string, boolean> {
  const struct = assemblies.map(({ types }) => types[fqn]).find(Boolean)!;
  return new Map([
    ...(struct.interfaces ?? []).flatMap(parent => [...propsOf(parent)]),
    ...(struct.properties ?? []).map(({ name, optional }) => [name, optional === true] as const),
  ]);
}

test.each([['SidecarJobProps', 'JobProps'], ['SidecarCronJobProps', 'CronJobProps']])('%s has every property of %s', (ours, theirs) => {
  const own = propsOf(`${OWN_NAME}.${ours}`);

  expect([...propsOf(`${OWN_PLUS}.${theirs}`).keys()].filter(name => !own.has(name))).toEqual([]);
});

test.each(['SidecarJobProps', 'SidecarCronJobProps'])('%s requires a deadline in every language', name => {
  expect(propsOf(`${OWN_NAME}.${name}`).get('activeDeadline')).toBe(false);
});
