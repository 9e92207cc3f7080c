import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const SRC = join(__dirname, '..', '..', 'src');
/** Where a mesh may be named: its facts, its construct, and what shows or exports them. */
const AT_HOME = /^(knowledge\/meshes|meshes|catalog)\/|^index\.ts$/;
const MESH = /istio|linkerd|kuma|consul|dapr/i;
/** Programs that are called like a mesh and are none of it, and what a text shows as an example. */
const OTHERWISE = /consul-template|Consul Template|\bconsul\b(?!-)|for example Mesh\.\w+\(|\w+@\d+\.\d+|linkerdLeftover|linkerd-leftover|[gG]ateRewrittenByIstio|gate-rewritten-by-istio/g;

function sources(folder = SRC): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? sources(path) : entry.name.endsWith('.ts') ? [path] : [];
  });
}

/** What a file does: the texts of a rule, which may name a mesh as an example, stand between its name and its check. */
function code(text: string): string {
  const [from, to] = [text.indexOf('  title:'), text.search(/^ {2}(needs|check):/m)];
  return (from >= 0 && to > from ? text.slice(0, from) + text.slice(to) : text).replace(OTHERWISE, '');
}

test('only the facts of a mesh, its construct and examples name it: a sixth mesh touches no other file', () => {
  const named = sources().map(path => ({ file: relative(SRC, path).replace(/\\/g, '/'), text: readFileSync(path, 'utf8') }))
    .filter(({ file, text }) => !AT_HOME.test(file) && MESH.test(code(text)))
    .map(({ file }) => file);

  expect(named).toEqual([]);
});
