import { PodModel } from '../../../src/kubernetes/pod';
import { invalidImage } from '../../../src/rules/platform/invalid-image';
import { podManifest, podOf, sidecar } from '../../simulator/pods';
import { says } from '../check';

test('an image without a name, with a blank or with capitals offends', () => {
  expect(says(invalidImage, podOf([{ name: 'web', image: '' }], [sidecar('proxy', { image: 'ghcr.io/Acme/proxy:1' })]))).toEqual([
    "NS612 the image 'ghcr.io/Acme/proxy:1' of 'proxy' is not a valid reference, because its repository 'Acme/proxy' contains capital letters, so the container never starts: write it as registry/repository:tag, for example ghcr.io/acme/proxy:1.4.2",
    "NS612 the image '' of 'web' is not a valid reference, because it is empty, so the container never starts: write it as registry/repository:tag, for example ghcr.io/acme/proxy:1.4.2",
  ]);
  expect(says(invalidImage, podOf([{ name: 'web', image: 'nginx :1' }]))).toEqual([expect.stringContaining('because it contains a blank')]);
});

test('a valid image does not', () => {
  expect(says(invalidImage, podOf([{ name: 'web', image: 'nginx:1.28' }]))).toEqual([]);
});

test('what somebody else fills in is no concern', () => {
  expect(says(invalidImage, podOf([{ name: 'web', image: '${IMAGE}' }, { name: 'more', image: 'IMAGE' }, { name: 'none' }]))).toEqual([]);
  const manifest = podManifest([{ name: 'web', image: ' ' }]);
  manifest.metadata.annotations = { 'image.openshift.io/triggers': '[]' };
  expect(says(invalidImage, PodModel.fromManifest(manifest))).toEqual([]);
});

test('an image that is blank like all the others is written by another tool', () => {
  expect(says(invalidImage, podOf([{ name: 'web', image: '' }, { name: 'proxy', image: '' }]))).toEqual([]);
  expect(says(invalidImage, podOf([{ name: 'web', image: 'nginx:1.27' }, { name: 'proxy', image: '' }]))).toEqual([expect.stringContaining('because it is empty')]);
});
