import { run } from '../run';

/** A server with a sidecar; its shutdown times are in the annotation. */
function deployment(annotation: string): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  template:
    metadata:
      annotations:
        cdk8s-sidecars/shutdown-seconds: ${annotation}
    spec:
      terminationGracePeriodSeconds: 30
      initContainers:
        - name: proxy
          image: ghcr.io/acme/proxy:1.2.0
          restartPolicy: Always
          startupProbe: { tcpSocket: { port: 9000 }, periodSeconds: 1 }
      containers:
        - name: app
          image: ghcr.io/acme/web:1.4.2
  selector: { matchLabels: { app: web } }
`;
}

async function tooShort(annotation: string): Promise<string[]> {
  const { out } = await run(['check', '-', '--format', 'json'], deployment(annotation));
  return JSON.parse(out).findings.filter((finding: any) => finding.rule === 'NS301').map((finding: any) => finding.message);
}

test('shutdown times of the annotation count toward the grace period', async () => {
  expect(await tooShort('app=28,proxy=2')).toEqual([]);
  expect(await tooShort('app=28,proxy=2.5')).toEqual([
    'the grace period is 30 s, but stopping in order takes 31 s (app shutdown 28 s + proxy shutdown 2.5 s = 30.5 s, rounded up to 31 s, plus 2 s of margin: 33 s)',
  ]);
});

test('an annotation that cannot be read is reported with its line, and ignored', async () => {
  const { err } = await run(['check', '-'], deployment('app=soon'));

  expect(await tooShort('app=soon')).toEqual([]);
  expect(err).toBe('<stdin>:9:9: Deployment/web: the annotation \'cdk8s-sidecars/shutdown-seconds\' is "app=soon", so it is ignored: '
    + 'write each container once with its seconds, for example "app=20,db=2.5"\n');
});

test('migrate reports it too, and still succeeds', async () => {
  const { err, code } = await run(['migrate', '-'], deployment('app=soon'));

  expect(err).toContain('<stdin>:9:9: Deployment/web: the annotation \'cdk8s-sidecars/shutdown-seconds\' is "app=soon", so it is ignored: ');
  expect(code).toBe(0);
});
