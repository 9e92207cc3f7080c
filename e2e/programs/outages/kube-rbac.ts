import { setTimeout as sleep } from 'node:timers/promises';
import { API_PORT, ApiServer, SERVICE_ACCOUNT_TOKEN } from './api-server';
import { Scenario } from './scenario';
import { Stage } from './stage';
import { staged } from './staged';
import { until } from './until';
import * as catalog from '../../../src/catalog';
import { ADDRESS, SERVICE_ACCOUNT } from '../binaries';

const PATIENCE = 30;
const APP_PORT = 8080;
const LATE_SECONDS = 5;

export const KUBE_RBAC_SCENARIOS: readonly Scenario[] = [{
  preset: 'KubeRbacProxy',
  program: 'kube-rbac-proxy',
  name: `the API server comes up ${LATE_SECONDS} s after the sidecar: only who has a token gets in`,
  run: (binary, path) => {
    const api = new ApiServer();
    const files = { 'token': 'made-up', 'namespace': 'shop', 'ca.crt': api.certificate };
    const { run } = staged({
      preset: 'KubeRbacProxy',
      program: 'kube-rbac-proxy',
      make: workload => new catalog.KubeRbacProxy(workload, 'side', { appPort: APP_PORT, resource: { resource: 'services', namespace: 'shop', name: 'web' } }),
      brings: {
        env: { KUBERNETES_SERVICE_HOST: 'localhost', KUBERNETES_SERVICE_PORT: String(API_PORT) },
        files: () => Object.fromEntries(Object.entries(files).map(([file, text]) => [`${SERVICE_ACCOUNT}/${file}`, text])),
      },
    }, '', async stage => {
      await stage.open(PATIENCE);
      await stage.serve('app.mjs', APP_PORT);
      await expectStatus(stage, SERVICE_ACCOUNT_TOKEN, '401');
      await sleep(LATE_SECONDS * 1000);
      await api.start(stage);
      const seconds = await until(PATIENCE, 'the app to be reached', async () => await statusFor(stage, SERVICE_ACCOUNT_TOKEN) === '200');
      await expectStatus(stage, 'another', '401');
      return { seconds, ...await stage.stop() };
    });
    return run(binary, path).finally(() => api.remove());
  },
}];

async function expectStatus(stage: Stage, token: string, wanted: string): Promise<void> {
  const status = await statusFor(stage, token);
  if (status !== wanted) {
    throw new Error(`a client gets ${status}, not ${wanted}`);
  }
}

function statusFor(stage: Stage, token: string): Promise<string> {
  return stage.call('curl', '-sk', '-m', '20', '-H', `Authorization: Bearer ${token}`, '-o', '/dev/null', '-w', '%{http_code}', `https://${ADDRESS}:8443/`);
}
