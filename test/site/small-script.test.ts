import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../generate/page';
import * as findings from '../../site/browser/playground/analysis/findings';
import * as migration from '../../site/browser/playground/analysis/migration';
import * as picture from '../../site/browser/playground/analysis/picture';
import { withImports, withRules } from '../../site/build/loaded-at-once';
import { withPureConstants } from '../../site/build/without-unused';
import { ALL_RULES, isChecked } from '../../src/rules/all-rules';
import { readSnippet } from '../rules/snippet';

const SOURCES = { ...findings, ...migration, ...picture };
const CLUSTERS = [{ kubernetes: '1.33', mesh: '' }, { kubernetes: '1.29', mesh: 'istio@1.26' }];

/** What only a library reads: tags, anchors, merged maps, numbers of YAML 1.1, other styles of text. */
const UNUSUAL = `%YAML 1.1
---
x-env: &env { one: !!str 1, two: 0x1F, three: 1_000, four: 12:30:45, five: 2024-01-01, six: 1.5e3, seven: yes, eight: ~ }
apiVersion: v1
kind: Pod
metadata: { name: odd, annotations: { <<: *env, bytes: !!binary aGVsbG8= } }
spec:
  restartPolicy: Never
  containers:
    - &work
      name: work
      image: "registry.example/\\
        work:1.0"
      command: [sh, -c, "until nc -z localhost 5432; do sleep 1; done; exec ./work $((1 + 2))"]
    - { name: proxy, image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3, args: [a:b:c], ? complex : value }
    - { <<: *work, name: again }
`;

function texts(): string[] {
  const folders = ['manifests', 'migrate', 'check', 'injected', 'yaml'].map(folder => join(ROOT, 'test/fixtures', folder));
  const fixtures = folders.flatMap(folder => readdirSync(folder).filter(file => /\.(yaml|json)$/.test(file)).map(file => readFileSync(join(folder, file), 'utf8')));
  const examples = ALL_RULES.filter(isChecked).map(({ example }) => readSnippet(example.wrong).objects.map(object => JSON.stringify(object)).join('\n---\n'));
  return [...fixtures, ...examples, UNUSUAL, UNUSUAL.replace('1.1\n', '1.2\n'), 'a: 1\na: 2\n', 'kind: Pod\nspec: [\n', 'kind: !unknown Pod\n', 'a: .inf\n', 'a: *b\n'];
}

function results({ findingsIn, migrationOf, pictureOf }: typeof SOURCES, text: string, cluster: typeof CLUSTERS[number]): string {
  const migrated = migrationOf(text, cluster);
  // As a text: what a bundle makes are objects of another realm.
  return JSON.stringify([findingsIn(text, cluster), migrated, pictureOf(text, cluster, { position: 0 }, { containers: {} }, migrated.text)]);
}

test('the playground computes the same without what its script leaves out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'script-'));
  const script = join(folder, 'analysis.js');
  execFileSync(process.execPath, [join(ROOT, 'node_modules/ts-node/dist/bin.js'), '-T', '-P', 'site/build/tsconfig.json', 'test/site/bundle-analysis.ts', script], { cwd: ROOT });
  const small: typeof SOURCES = jest.requireActual(script);
  rmSync(folder, { recursive: true });

  const different = CLUSTERS.flatMap(cluster => texts().filter(text => results(small, text, cluster) !== results(SOURCES, text, cluster)));

  expect(different).toEqual([]);
  expect(results(small, UNUSUAL, CLUSTERS[0])).toContain('<svg');
}, 120_000);

test('what a module loads on first use is imported', () => {
  const lazy = "let app: App | undefined;\nlet other: Other | undefined;\nexport const appOf = view => {\n  app ??= require('./app') as App;\n  return app.appOf(view);\n};\n"
    + "export const pick = () => require('pick');\n";

  expect(withImports(lazy)).toBe("import * as app from './app';\nimport * as loaded1 from 'pick';\nlet other: Other | undefined;\nexport const appOf = view => {\n  return app.appOf(view);\n};\n"
    + 'export const pick = () => loaded1;\n');
});

test('a list of questions becomes a list of rules', () => {
  expect(withRules("  { id: 'NS101', severity: Severity.WARNING, check: (context, others) => late.check(context, others) },\n")).toBe('  late,\n');
});

test('what a library computes for its constants is marked as free of effects', () => {
  expect(withPureConstants('const one = make(1), two = 2;\nmake(3);\n')).toBe('const one = /* @__PURE__ */ (() => (make(1)))(), two = 2;\nmake(3);\n');
});
