import * as fs from 'fs';
import * as path from 'path';

interface Docs { readonly summary?: string; readonly default?: string }
interface Member { readonly name: string; readonly docs?: Docs; readonly optional?: boolean; readonly overrides?: string; readonly type?: unknown }
interface Type {
  readonly fqn: string;
  readonly name: string;
  readonly kind: string;
  readonly datatype?: boolean;
  readonly docs?: Docs;
  readonly properties?: Member[];
  readonly methods?: Member[];
  readonly members?: Member[];
}

const assembly = JSON.parse(fs.readFileSync(path.join(__dirname, '..', '..', '.jsii'), 'utf8')) as { readonly types: { readonly [fqn: string]: Type } };
const types = Object.values(assembly.types);

function membersOf(type: Type): Member[] {
  return [...(type.properties ?? []), ...(type.methods ?? []), ...(type.members ?? [])].filter(member => member.overrides === undefined);
}

test('every exported type and member says in a sentence what it does', () => {
  const silent = types.flatMap(type => [
    ...(type.docs?.summary ? [] : [type.fqn]),
    ...membersOf(type).filter(member => !member.docs?.summary).map(member => `${type.fqn}.${member.name}`),
  ]);

  expect(silent).toEqual([]);
});

test('no summary is cut short: generated packages end it at the first semicolon', () => {
  const cut = types.flatMap(type => [
    ...(type.docs?.summary?.endsWith(';') ? [type.fqn] : []),
    ...membersOf(type).filter(member => member.docs?.summary?.endsWith(';')).map(member => `${type.fqn}.${member.name}`),
  ]);

  expect(cut).toEqual([]);
});

test('every optional property says what happens without it', () => {
  const silent = types.flatMap(type => (type.properties ?? [])
    .filter(property => property.optional && property.overrides === undefined && (type.datatype || type.kind === 'class'))
    .filter(property => !property.docs?.default || /^-?\s*(undefined|none)\.?$/i.test(property.docs.default))
    .map(property => `${type.fqn}.${property.name}`));

  expect(silent).toEqual([]);
});

test('a type is exported in exactly one place', () => {
  const names = types.map(type => type.name);

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('the root names no type of a submodule', () => {
  const root = types.filter(type => /^cdk8s-sidecars\.[^.]+$/.test(type.fqn));

  expect(root.filter(type => JSON.stringify(type).includes('cdk8s-sidecars.catalog.')).map(type => type.fqn)).toEqual([]);
});
