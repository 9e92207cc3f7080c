import { Finding, findingText, Severity } from '../../../src/rules/engine/finding';
import { duplicateContainer, unknownVolume, volumeClash, wrongTarget } from '../../../src/rules/platform/name-clash';

test.each<[string, Finding, string]>([
  ['two containers of one name', duplicateContainer('cache'), "NS604 two containers of the pod have the name 'cache': give one of them another 'name'"],
  ['two volumes of one name', volumeClash('tmp', 'cache'),
    "NS604 'cache' adds a volume 'tmp', but the pod has another volume with that name: give the volume another name, or mount the existing one with mountExisting"],
  ['an unknown volume', unknownVolume('data', 'cache', ['logs', 'tmp']),
    "NS604 'cache' mounts the volume 'data', which the pod does not have: mount one of 'logs', 'tmp', or add the volume"],
  ['a volume where there are none', unknownVolume('data', 'cache', []), "NS604 'cache' mounts the volume 'data', which the pod does not have: add the volume"],
  ['an unknown container', wrongTarget('cache', { container: 'api', variables: ['HOST'], volumes: ['files'] }, ['web']),
    "NS604 'cache' sets HOST of 'api' and mounts 'files' in 'api', which is not a container of the pod: name one of 'web'"],
])('%s stops synth and says', (_name, finding, text) => {
  expect(findingText(finding)).toBe(text);
  expect(finding.severity).toBe(Severity.ERROR);
});
