import { createRequire } from 'node:module';
import { join } from 'node:path';
import { App, Chart, Testing, Yaml } from 'cdk8s';
import { fenced, read, ROOT } from './page';
import { follow, JsonObject } from '../src/data/json';
import { findTemplates } from '../src/kubernetes/manifest';

const requireHere = createRequire(__filename);

/** A sample is a file with imports and one function `sample(chart)`: pages show the imports and the body. */
const SAMPLE = /^([^]*?)\nexport function sample\((?:chart|_chart): Chart\): void \{\n([^]*?)\n\}\n([^]*)$/;

/** The objects that a sample synthesizes. */
export function synthesizeSample(name: string): any[] {
  const chart = new Chart(new App(), 'shop', { disableResourceNameHashes: true });
  requireHere(join(ROOT, 'generate/samples', `${name}.ts`)).sample(chart);
  return Testing.synth(chart);
}

/**
 * A sample as pages show it: its code, and what it writes.
 *
 * @param name its file in `generate/samples`, without `.ts`
 * @param path what to show of the first pod's spec, for example `initContainers.0`; everything when it is not given
 */
export function sampleBlocks(name: string, path?: string): string[] {
  const objects = synthesizeSample(name);
  const pod = objects.flatMap(object => findTemplates(object).templates)[0]?.template.spec as JsonObject;
  const shown = path === undefined ? objects : [follow(pod, path.split('.').map(step => (/^\d+$/.test(step) ? Number(step) : step)))];
  return [fenced('ts', codeOf(name)), fenced('yaml', Yaml.stringify(...shown).trimEnd())];
}

/** The code of a sample as pages show it. */
export function codeOf(name: string): string {
  const file = `generate/samples/${name}.ts`;
  const [, imports, body, rest] = SAMPLE.exec(read(file)) ?? [];
  if (body === undefined) {
    throw new Error(`${file} has no function 'sample(chart: Chart): void': write one that adds to the chart`);
  }
  const classes = rest.trim() === '' ? '' : `\n${rest.trim()}\n`;
  const code = `${classes}\n${body.replace(/^ {2}/gm, '')}`;
  return `${code.includes('Chart') ? imports.trimEnd() : withoutChart(imports).trimEnd()}\n${code}`;
}

/** Only the function around the sample needs it. */
function withoutChart(imports: string): string {
  return imports.replace(/^import \{ Chart \} from 'cdk8s';\n/m, '').replace(/\bChart, |, Chart\b/, '');
}
