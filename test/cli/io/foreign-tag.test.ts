import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inFolder, run } from '../run';

const SECRET = `apiVersion: v1
kind: Secret
metadata: { name: s }
stringData:
  a: !vault |
    $ANSIBLE_VAULT;1.1;AES256
    6162
`;
const pod = (value: string) => `---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  containers:
    - name: web
      image: acme/web:1
      env:
        - { name: A, value: ${value} }
`;
const says = (file: string, place: string, tag: string) =>
  `${file}:${place}: the tag '${tag}' belongs to another program, so its value is not known: let that program replace it, and pass the result\n`;

describe('a tag of another program', () => {
  test.each(['check', 'migrate', 'explain', 'report'])('in an object without a pod is a note of %s at its line', async command => {
    await inFolder({ 'a.yaml': SECRET + pod('x') }, async folder => {
      const file = join(folder, 'a.yaml');
      const { code, err } = await run([command, file]);

      expect(code).toBe(0);
      expect(err).toContain(says(file, '5:6', '!vault'));
      expect(err.split('belongs to another program')).toHaveLength(2);
    });
  });

  test.each(['!Ref Img', '!!python/tuple [a, b]', '!Join [",", [a]]'])('in a pod is a problem, and the other documents are judged: %s', async value => {
    await inFolder({ 'a.yaml': pod('x') + pod(value) + pod('y') }, async folder => {
      const file = join(folder, 'a.yaml');
      const { code, out, err } = await run(['check', file, '--format', 'json']);

      expect([code, JSON.parse(out).summary.pods]).toEqual([3, 2]);
      expect(err).toBe(says(file, '20:29', value.split(' ')[0]));
    });
  });

  test('keeps migrate from changing its document', async () => {
    await inFolder({ 'a.yaml': pod('!Ref Img') }, async folder => {
      const file = join(folder, 'a.yaml');

      expect((await run(['migrate', file, '--write'])).code).toBe(3);
      expect(readFileSync(file, 'utf8')).toBe(pod('!Ref Img'));
    });
  });
});
