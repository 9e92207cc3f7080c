import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Yaml } from 'cdk8s';
import { Exhibit } from './gallery';
import { fenced, ROOT } from '../page';
import { codeOf, synthesizeSample } from '../samples';

/** The folder of the samples in `generate/samples`: one file for each preset, with the name of its file in `src/catalog`. */
const FOLDER = 'catalog';

/** The classes of the presets, each once. */
export function presetClasses(exhibits: readonly Exhibit[]): string[] {
  return [...new Set(exhibits.map(({ deployment }) => deployment.sidecar.constructor.name))];
}

/** The sample of a preset: its name for `synthesizeSample`. */
export function sampleOf(preset: string): string {
  const files = readdirSync(join(ROOT, 'generate/samples', FOLDER)).map(file => file.replace(/\.ts$/, ''));
  const found = files.find(file => file.replace(/-/g, '') === preset.toLowerCase());
  if (found === undefined) {
    throw new Error(`${preset} has no sample: write one in generate/samples/${FOLDER}, in a file with the name of its file in src/catalog`);
  }
  return `${FOLDER}/${found}`;
}

/** A preset as the page shows it: its code, its container, and its configuration. */
export function sampleSection(preset: string): string {
  const name = sampleOf(preset);
  return [`### ${preset}`, fenced('ts', codeOf(name)), '<details><summary>The sidecar in the YAML</summary>', '', fenced('yaml', Yaml.stringify(...shownObjects(name)).trimEnd()), '</details>', ''].join('\n');
}

/** The first sidecar, which is the one that the sample is about, and the data of its ConfigMaps. */
function shownObjects(name: string): any[] {
  const objects = synthesizeSample(name);
  const { spec } = objects.find(({ spec: one }) => one?.template).spec.template;
  return [{ initContainers: [spec.initContainers[0]] }, ...objects.filter(({ kind }) => kind === 'ConfigMap').map(({ kind, data }) => ({ kind, data }))];
}
