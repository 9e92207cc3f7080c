import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a real API server said about this library's own legacy manifests before and after their migration: `npm run e2e:migrate -- test/fixtures/migrate --record`. */
const RECORDS = 'test/fixtures/migrate-dry-run';

/** A patch is no object, so no server can be asked about it. */
const NO_OBJECTS = ['kustomize-patch.yaml'];

interface Recorded {
  readonly kubernetes: string;
  readonly objects: { readonly file: string; readonly judgment: string; readonly changed: boolean }[];
}

describe.each(readdirSync(RECORDS))('%s', file => {
  const { kubernetes, objects }: Recorded = JSON.parse(readFileSync(join(RECORDS, file), 'utf8'));

  test('every object that was accepted before the migration was accepted after it', () => {
    expect(file).toBe(`${kubernetes}.json`);
    expect(objects.filter(({ judgment }) => judgment !== 'kept')).toEqual([]);
    expect(objects.some(({ changed }) => changed)).toBe(true);
  });

  test('the server was asked about every fixture', () => {
    const fixtures = readdirSync('test/fixtures/migrate').filter(name => !NO_OBJECTS.includes(name));

    expect([...new Set(objects.map(object => object.file))].sort()).toEqual(fixtures.sort());
  });
});
