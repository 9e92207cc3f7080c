import { join } from 'node:path';
import { inFolder, run } from '../run';

const SERVICE = `apiVersion: v1
kind: Service
metadata: { name: admin }
spec:
  selector: { app: admin }
  ports: [{ port: 80, targetPort: 3000 }]
`;

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: { name: admin }
spec:
  selector: { matchLabels: { app: admin } }
  template:
    metadata: { labels: { app: admin } }
    spec:
      containers:
      - name: admin
        image: ghcr.io/acme/admin:1
        ports: [{ containerPort: 3000 }]
      - name: login
        image: quay.io/oauth2-proxy/oauth2-proxy:v7.15.3
        args: [--http-address=0.0.0.0:4180, --upstream=http://127.0.0.1:3000/]
        ports: [{ containerPort: 4180 }]
`;

/** The fixes of NS615 in a folder, without its path. */
async function fixes(files: { readonly [name: string]: string }): Promise<string[]> {
  return inFolder(files, async folder => {
    const { out } = await run(['check', folder, '--format', 'json']);
    const found: { readonly rule: string; readonly fix: string }[] = JSON.parse(out).findings;
    return found.filter(({ rule }) => rule === 'NS615').map(({ fix }) => fix.replace(join(folder, '/'), ''));
  });
}

test('a fix in another file names that file', async () => {
  expect(await fixes({ 'deployment.yaml': DEPLOYMENT, 'service.yaml': SERVICE })).toEqual(['in service.yaml, set its targetPort to 4180']);
});

test('a fix in the same file names none', async () => {
  expect(await fixes({ 'all.yaml': `${SERVICE}---\n${DEPLOYMENT}` })).toEqual(['set its targetPort to 4180']);
});

test('of Services of one name, the nearest is meant', async () => {
  const overlay = (name: string) => ({ [`${name}/deployment.yaml`]: DEPLOYMENT, [`${name}/service.yaml`]: SERVICE });

  expect(await fixes({ ...overlay('prod'), ...overlay('stage') })).toEqual(['in prod/service.yaml, set its targetPort to 4180', 'in stage/service.yaml, set its targetPort to 4180']);
});
