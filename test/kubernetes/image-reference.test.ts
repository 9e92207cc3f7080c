import { imageProblem, isImagePlaceholder } from '../../src/kubernetes/image-reference';

test.each([
  'nginx', 'nginx:1.28', 'library/nginx', 'ghcr.io/acme/web:1.4.2', 'localhost/web', 'localhost:5000/web:Beta_1', 'Registry.Acme.com:5000/team/a__b/c-d.e',
  'web@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef', 'ghcr.io/acme/web:1@sha256:0123456789abcdef0123456789abcdef', '[fd00::1]:5000/web',
])('%s is valid', image => {
  expect(imageProblem(image)).toBeUndefined();
});

test.each([
  ['', 'it is empty'],
  ['  ', 'it is empty'],
  ['nginx 1.28', 'it contains a blank'],
  [' nginx', 'it contains a blank'],
  ['ghcr.io/Acme/web', "its repository 'Acme/web' contains capital letters"],
  ['Nginx:1', "its repository 'Nginx' contains capital letters"],
  ['ghcr.io/acme/', "'acme/' is not a valid repository"],
  ['https://ghcr.io/acme/web', 'it begins with the scheme https://'],
  ['nginx:', 'nothing follows the colon'],
  ['nginx:-1', "'-1' is not a valid tag"],
  ['nginx@sha256:12', "'sha256:12' is not a valid digest"],
])('%s is not: %s', (image, problem) => {
  expect(imageProblem(image)).toBe(problem);
});

test('what a later step fills in cannot be judged', () => {
  expect(['${IMAGE}', '{{ .Values.image }}', '<your image>', '$(IMAGE):1', 'IMAGE_NAME', '%IMAGE%', 'gcr.io/PROJECT_ID/web:1', 'gcr.io/acme/IMAGE-NAME', 'gcr.io/[PROJECT_ID]/web', 'myreg.io/PATH/TO/YOUR/web:1', 'ko://example.com/cmd/app'].map(isImagePlaceholder)).not.toContain(false);
  expect(['nginx', 'Nginx', 'ghcr.io/acme/web:1', 'docker://nginx', 'ko/app', '[FD00::1]:5000/web', 'ghcr.io/ACME/web:1', 'ghcr.io/acme/My_App', 'ghcr.io/acme/YOURS'].map(isImagePlaceholder)).not.toContain(true);
});
