import { Yaml } from 'cdk8s';
import { gallery } from '../../generate/catalog/gallery';
import { presetClasses, sampleOf } from '../../generate/catalog/samples';
import { codeOf, synthesizeSample } from '../../generate/samples';
import { check } from '../../src/core';

/** `tsc -p generate/tsconfig.json`, a part of every test run, checks the types of the samples. */
describe.each(presetClasses(gallery()))('the sample of %s', preset => {
  const name = sampleOf(preset);
  const objects = synthesizeSample(name);

  test('uses it, and is short enough to read', () => {
    expect(codeOf(name)).toContain(`new catalog.${preset}(`);
    expect(codeOf(name).split('\n').length).toBeLessThan(25);
  });

  test('has it as a native sidecar', () => {
    const { initContainers } = objects.find(({ spec }) => spec?.template).spec.template.spec;

    expect(initContainers[0]).toMatchObject({ restartPolicy: 'Always' });
  });

  test('leaves the rules nothing to find in it', () => {
    const { findings } = check([{ name: 'sample.yaml', text: Yaml.stringify(...objects) }]);

    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).toEqual([]);
  });
});

test('a preset without a sample is refused by the page', () => {
  expect(() => sampleOf('Toxiproxy')).toThrow(new Error(
    'Toxiproxy has no sample: write one in generate/samples/catalog, in a file with the name of its file in src/catalog'));
});
