import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { GIT_PORT, HTTPS_PORT, LIBRARY, PAGE, Repository } from './repository';
import { Measured, Scenario } from './scenario';
import { Sink } from './sink';
import { Stage } from './stage';
import { until } from './until';
import * as catalog from '../../../src/catalog';
import { Binary } from '../binaries';

const PATIENCE = 30;
const SECRET_FOLDER = '/etc/git-secret';
const CA_FOLDER = '/etc/git-ca';
const HOOK_PORT = 18080;
/** What a team's image would bring. */
const HOOK = '#!/bin/sh\ncp docs/page.txt /tmp/hooked\n';

type Act = (stage: Stage, repository: Repository) => Promise<Measured>;
/** Properties, some of which belong to the workload. */
type Props = Partial<catalog.GitSyncProps> | ((workload: kplus.Workload) => Partial<catalog.GitSyncProps>);

export const GIT_SYNC_SCENARIOS: readonly Scenario[] = [
  scenario('the Git server is up: the files are there when the app starts', {}, async (stage, repository) => {
    repository.serve(stage);
    const seconds = await stage.open(PATIENCE);
    await expectText(stage, 'first');
    return { seconds, ...await stage.stop() };
  }),
  scenario('the Git server comes up 10 s after the sidecar', {}, async (stage, repository) => {
    await sleep(10_000);
    repository.serve(stage);
    const seconds = await stage.open(PATIENCE);
    await expectText(stage, 'first');
    return { seconds, ...await stage.stop() };
  }),
  scenario('a commit arrives with a period of 1 s, only in the directory that is asked for', {
    period: Duration.seconds(1), sparseCheckout: ['/docs/'], submodules: catalog.GitSubmodules.OFF, syncTimeout: Duration.seconds(5),
  }, async (stage, repository) => {
    repository.serve(stage);
    await stage.open(PATIENCE);
    await repository.commit('second');
    const seconds = await until(10, 'the commit', async () => await textOf(stage) === 'second');
    if (existsSync(stage.pod.path('/git/root/current/src/code.txt'))) {
      throw new Error('it checked out more than the directory');
    }
    return { seconds, ...await stage.stop() };
  }),
  scenario('the Git server hangs for 20 s at the start, with a timeout of 3 s', { syncTimeout: Duration.seconds(3) }, async (stage, repository) => {
    const sink = new Sink(stage.pod.id, GIT_PORT, 'http');
    await sink.set('hang');
    await sleep(20_000);
    sink.close();
    await sleep(500);
    repository.serve(stage);
    const seconds = await stage.open(PATIENCE);
    await expectText(stage, 'first');
    return { seconds, ...await stage.stop() };
  }),
  scenario('the Git server hangs when the stop signal comes', { period: Duration.seconds(1) }, async stage => {
    const sink = new Sink(stage.pod.id, GIT_PORT, 'http');
    try {
      await sink.set('hang');
      await sleep(3000);
      return await stage.stop();
    } finally {
      sink.close();
    }
  }),
  scenario('it crashes and is started again: a commit still arrives', { period: Duration.seconds(1) }, async (stage, repository) => {
    repository.serve(stage);
    await stage.open(PATIENCE);
    const seconds = await stage.crash();
    await repository.commit('second');
    await until(10, 'the commit', async () => await textOf(stage) === 'second');
    return { seconds, ...await stage.stop() };
  }),
  scenario('a commit and a submodule over HTTPS with a certificate authority of its own: a program and a URL are called', workload => ({
    ...overHttps(workload), period: Duration.seconds(1), hookCommand: '/hooks/reload', hookTimeout: Duration.seconds(5), webhookUrl: `http://127.0.0.1:${HOOK_PORT}/item-000001`,
  }), async (stage, repository) => {
    const hooked = new Sink(stage.pod.id, HOOK_PORT, 'http');
    try {
      await hooked.set('accept');
      await repository.serveOverHttps(stage);
      const seconds = await stage.open(PATIENCE);
      await expectText(stage, 'first');
      await until(10, 'the program', async () => await stage.call('cat', stage.pod.path('/tmp/hooked')) === 'first');
      await until(10, 'the call', async () => await hooked.count() === 1);
      if (await textOf(stage, LIBRARY) !== 'library') {
        throw new Error('the submodule is not there');
      }
      return { seconds, ...await stage.stop() };
    } finally {
      hooked.close();
    }
  }),
  scenario('it logs in as a GitHub App, to a server with a certificate authority of its own', workload => ({
    ...overHttps(workload),
    submodules: catalog.GitSubmodules.OFF,
    credentials: catalog.GitCredentials.gitHubApp(kplus.Secret.fromSecretName(workload, 'app', 'github-app'), {
      applicationId: 1, installationId: 2, apiUrl: `https://localhost:${HTTPS_PORT}/`,
    }),
  }), async (stage, repository) => {
    await repository.serveOverHttps(stage, true);
    const seconds = await stage.open(PATIENCE);
    await expectText(stage, 'first');
    return { seconds, ...await stage.stop() };
  }),
];

function scenario(name: string, props: Props, act: Act): Scenario {
  return { preset: 'GitSync', program: 'git-sync', name, run: (binary, path) => play(binary, path, props, act) };
}

async function play(binary: Binary, path: string, props: Props, act: Act): Promise<Measured> {
  const repository = await Repository.create();
  const files = () => ({ [`${CA_FOLDER}/ca.crt`]: repository.certificate, [`${SECRET_FOLDER}/private-key`]: repository.appKey, '/hooks/reload': HOOK });
  const make = (workload: kplus.Workload) => new catalog.GitSync(workload, 'side', {
    repository: `git://127.0.0.1:${GIT_PORT}/content`, submodules: catalog.GitSubmodules.OFF, ...typeof props === 'function' ? props(workload) : props,
  });
  const stage = Stage.of(make, { ...binary, files }, path);
  try {
    await stage.started();
    return { ...await act(stage, repository), shutdownSeconds: stage.shutdownSeconds };
  } finally {
    stage.remove();
    repository.remove();
  }
}

function overHttps(workload: kplus.Workload): Partial<catalog.GitSyncProps> {
  return {
    repository: `https://localhost:${HTTPS_PORT}/content`,
    submodules: catalog.GitSubmodules.RECURSIVE,
    certificateAuthority: kplus.ConfigMap.fromConfigMapName(workload, 'authority', 'git-ca'),
  };
}

function textOf(stage: Stage, file = PAGE): Promise<string> {
  return stage.call('cat', stage.pod.path(`/git/root/current/${file}`));
}

async function expectText(stage: Stage, text: string): Promise<void> {
  const found = await textOf(stage);
  if (found !== text) {
    throw new Error(`'${PAGE}' is '${found}', not '${text}'`);
  }
}
