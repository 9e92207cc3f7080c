import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as kplus from 'cdk8s-plus-28';
import { Scenario } from './scenario';
import { Stage } from './stage';
import { staged, Subject } from './staged';
import { underLoad } from './under-load';
import { until } from './until';
import * as catalog from '../../../src/catalog';
import { ADDRESS, BINARIES, ISSUER } from '../binaries';

const PATIENCE = 30;
const APP_PORT = 8080;
const LATE_SECONDS = 5;
const CLIENTS = 20;
const CROWD = 200;
const ANSWERED = '200';

/** A proxy between HTTP clients and the app. */
interface Passage extends Subject {
  /** Where clients find the app, without a path. */
  readonly url: string;
}

const login = (workload: kplus.Workload) => ({
  appPort: APP_PORT,
  issuerUrl: `https://${ISSUER}`,
  emailDomains: ['acme.com'],
  credentials: kplus.Secret.fromSecretName(workload, 'login', 'web-login'),
  skipAuthRoutes: ['^/'],
});

/** With its endpoints, so that it need not ask its issuer for them. */
const OAUTH2_PROXY: Passage = {
  preset: 'OAuth2Proxy',
  program: 'OAuth2 Proxy',
  url: `http://${ADDRESS}:4180`,
  make: workload => new catalog.OAuth2Proxy(workload, 'side', {
    ...login(workload), loginUrl: `https://${ISSUER}/auth`, redeemUrl: `https://${ISSUER}/token`, jwksUrl: `https://${ISSUER}/keys`,
  }),
  brings: { beside: undefined },
};

const PASSAGES: readonly Passage[] = [
  { preset: 'Nginx', program: 'nginx', url: `http://${ADDRESS}:8000`, make: workload => new catalog.Nginx(workload, 'side', { appPort: APP_PORT }) },
  { preset: 'Envoy inbound', program: 'Envoy', url: `http://${ADDRESS}:10000`, make: workload => new catalog.Envoy(workload, 'side', { appPort: APP_PORT }) },
  {
    preset: 'Envoy outbound',
    program: 'Envoy',
    url: 'http://127.0.0.1:8001',
    make: workload => new catalog.Envoy(workload, 'side', { upstreams: [{ name: 'orders', host: '127.0.0.1', port: APP_PORT, listenPort: 8001 }] }),
  },
  OAUTH2_PROXY,
  {
    preset: 'KubeRbacProxy',
    program: 'kube-rbac-proxy',
    url: `https://${ADDRESS}:8443`,
    make: workload => new catalog.KubeRbacProxy(workload, 'side', { appPort: APP_PORT, ignorePaths: ['/', '/*'] }),
  },
];

export const PASSAGE_SCENARIOS: readonly Scenario[] = [
  ...PASSAGES.flatMap(passage => [
    staged(passage, `the app comes up ${LATE_SECONDS} s after the sidecar`, async stage => {
      await stage.open(PATIENCE);
      const answers = await statusOf(stage, passage);
      if (answers === ANSWERED) {
        throw new Error('somebody answers, although there is no app');
      }
      await sleep(LATE_SECONDS * 1000);
      await stage.serve('app.mjs', APP_PORT);
      return { seconds: await answering(stage, passage), ...await stage.stop() };
    }),
    staged(passage, 'it crashes and is started again', async stage => {
      await stage.open(PATIENCE);
      await stage.serve('app.mjs', APP_PORT);
      await answering(stage, passage);
      const seconds = await stage.crash() + await answering(stage, passage);
      return { seconds, ...await stage.stop() };
    }),
    // A request that comes over an open connection in the moment of the stop is cut, also by those that complete what is under way.
    staged(passage, `${CLIENTS} clients send requests when the stop signal comes`, async stage => {
      await stage.open(PATIENCE);
      await stage.serve('app.mjs', APP_PORT);
      return underLoad(stage, `${passage.url}/`, CLIENTS);
    }, { mayLose: true }),
    staged(passage, `${CROWD} clients do not read a response of 2 MB: alive within the memory limit`, async stage => {
      await stage.open(PATIENCE);
      await stage.serve('app.mjs', APP_PORT);
      const crowd = stage.call(process.execPath, join(__dirname, 'crowd.mjs'), `${passage.url}/big`, String(CROWD), '10');
      await sleep(9000);
      await answering(stage, passage);
      const connected = Number(await crowd);
      if (connected < CROWD) {
        throw new Error(`only ${connected} of ${CROWD} clients were connected`);
      }
      return stage.stop();
    }),
  ]),
  staged({ ...OAUTH2_PROXY, make: workload => new catalog.OAuth2Proxy(workload, 'side', login(workload)) },
    `its issuer comes up ${LATE_SECONDS} s after it: it ends, and is started again`, async stage => {
      const exitCode = await Promise.race([stage.pod.ended, sleep(PATIENCE * 1000, undefined, { ref: false })]);
      if (exitCode !== 1) {
        throw new Error(`it ended with ${exitCode}`);
      }
      await sleep(LATE_SECONDS * 1000);
      const { command, port } = BINARIES.find(({ program }) => program === OAUTH2_PROXY.program)!.besideInPod!;
      stage.beside('sh', ['-c', `cd ${stage.pod.staged}; exec ${command.join(' ')}`]);
      await stage.listening(port);
      return { seconds: await stage.crash(), ...await stage.stop() };
    }),
];

/** The seconds until the app answers through the proxy. */
function answering(stage: Stage, passage: Passage): Promise<number> {
  return until(PATIENCE, 'an answer of the app', async () => await statusOf(stage, passage) === ANSWERED);
}

function statusOf(stage: Stage, { url }: Passage): Promise<string> {
  return stage.call('curl', '-sk', '-m', '2', '-o', '/dev/null', '-w', '%{http_code}', `${url}/`);
}
