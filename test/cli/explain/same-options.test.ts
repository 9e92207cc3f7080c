import { join } from 'node:path';
import { inFolder, run } from '../run';

const JOB = JSON.stringify({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'export' },
  spec: {
    template: {
      metadata: { labels: { 'sidecar.istio.io/inject': 'true' } },
      spec: { restartPolicy: 'Never', containers: [{ name: 'export', image: 'ghcr.io/acme/export:1.0.0' }, { name: 'relay', image: 'ghcr.io/acme/relay:1.0.0' }] },
    },
  },
});

async function explained(args: readonly string[], stdin = JOB) {
  const { code, out, err } = await run(['explain', '-', '--format', 'json', ...args], stdin);
  return { code, err, ...(out === '' ? {} : JSON.parse(out)) };
}

function withConfig<T>(text: string, use: (config: string, folder: string) => Promise<T>): Promise<T> {
  return inFolder({ 'config.yaml': text, 'scenario.yaml': 'kubernetes: "1.31"\ndeleteAt: 5\n' }, folder => use(join(folder, 'config.yaml'), folder));
}

test.each(['check', 'migrate', 'explain'])('%s takes the options that all commands share, with one help text', async command => {
  const { out } = await run([command, '--help']);

  expect(out).toMatch(/--kubernetes-version <version> +the Kubernetes version of the oldest node/);
  expect(out).toMatch(/--mesh <name@version> +the mesh that injects its proxy into pods/);
  expect(out).toMatch(/--config <file> +a file with the Kubernetes version, the mesh, rule severities,/);
});

test('the proxy of a mesh is part of the pod, native or not as in check', async () => {
  const ordinary = await explained(['--mesh', 'istio@1.26']);
  const native = await explained(['--mesh', 'istio@1.29']);

  expect([ordinary.outcome, native.outcome]).toEqual(['stuck', 'completed']);
  expect(ordinary.why).toContain("'istio-proxy' never does");
});

test('a pod outside of the mesh stays as it is', async () => {
  expect((await explained(['--mesh', 'istio@1.26'], JOB.replace('"true"', '"false"'))).outcome).toBe('completed');
});

test('the configuration names the mesh, the version and the own sidecars', async () => {
  await withConfig('kubernetes: "1.34"\nsidecars:\n  - { image: acme/relay, direction: outbound }\n', async config => {
    const { kubernetes, outcome, why } = await explained(['--config', config]);

    expect([kubernetes, outcome]).toEqual(['1.34', 'stuck']);
    expect(why).toContain("'relay' never does");
  });
});

test('a flag wins over the scenario, the scenario over the configuration, and that over the default', async () => {
  await withConfig('kubernetes: "1.30"\n', async (config, folder) => {
    const scenario = ['--scenario', join(folder, 'scenario.yaml')];

    expect((await explained([])).kubernetes).toBe('1.33');
    expect((await explained(['--config', config])).kubernetes).toBe('1.30');
    expect((await explained(['--config', config, ...scenario])).kubernetes).toBe('1.31');
    expect((await explained(['--config', config, ...scenario, '--kubernetes-version', '1.32'])).kubernetes).toBe('1.32');
  });
});

test('an annotation with shutdown times that cannot be read is reported, and ignored', async () => {
  const { code, err } = await explained([], JOB.replace('{"labels":', '{"annotations":{"cdk8s-sidecars/shutdown-seconds":"export"},"labels":'));

  expect(code).toBe(0);
  expect(err).toContain('<stdin>:1:115: Job/export: the annotation \'cdk8s-sidecars/shutdown-seconds\' is "export", so it is ignored: write each container once');
});

test('JSON has a note for a version that is treated as another one, and for an annotation without effect', async () => {
  const { kubernetes, notes } = await explained(['--kubernetes-version', '1.99'], JOB.replace('{"labels":', '{"annotations":{"cdk8s-sidecars/shutdown-seconds":"export"},"labels":'));

  expect(notes).toEqual([
    `Kubernetes 1.99 is newer than the newest known version, so it is treated as ${kubernetes}`,
    expect.stringContaining('<stdin>:1:115: Job/export: the annotation'),
  ]);
  expect((await explained([])).notes).toEqual([]);
});

test('the agent that Vault injects is part of the pod, and keeps a Job running as in check', async () => {
  const vault = JOB.replace('"labels":{"sidecar.istio.io/inject":"true"}', '"annotations":{"vault.hashicorp.com/agent-inject":"true"}');

  expect((await explained([], vault)).why).toContain("'vault-agent' never does");
  expect((await explained([], vault.replace('"true"}', '"true","vault.hashicorp.com/agent-pre-populate-only":"true"}'))).outcome).toBe('completed');
});

test('a Job whose work tells the proxy of the mesh to quit completes', async () => {
  const quits = JOB.replace('"image":"ghcr.io/acme/export:1.0.0"', '"command":["sh","-c","./export; curl -X POST localhost:15020/quitquitquit"]');

  expect((await explained(['--mesh', 'istio@1.26'], quits)).outcome).toBe('completed');
});
