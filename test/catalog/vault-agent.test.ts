import { Duration, Include, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { containerOf, inJob, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf, Staged } from './stage';
import { VaultAgent } from '../../src/catalog/vault-agent';
import { VaultAgentProps } from '../../src/catalog/vault-agent-props';
import { VaultAuth } from '../../src/catalog/vault-auth';
import { VaultTemplate } from '../../src/catalog/vault-template';
import { chartIn, synthPod } from '../sidecars/support';

const SHOP: VaultAgentProps = {
  address: 'https://vault.vault.svc:8200',
  auth: VaultAuth.kubernetes('shop'),
  templates: [VaultTemplate.field('db-password', 'kv/data/shop', 'password')],
};

function vault(props: Partial<VaultAgentProps> = {}): (workload: Construct) => VaultAgent {
  return workload => new VaultAgent(workload, 'vault', { ...SHOP, ...props });
}

function secretOf(scope: Construct): kplus.ISecret {
  return kplus.Secret.fromSecretName(scope, 'login', 'vault-login');
}

function configOf({ chart }: Staged<VaultAgent>): any {
  return JSON.parse(Testing.synth(chart).find(manifest => manifest.kind === 'ConfigMap').data['agent.json']);
}

/** The auth method. It must be in a list: as an object it does not parse, and Vault Agent never starts. */
function methodOf(staged: Staged<VaultAgent>): any {
  const { method } = configOf(staged).auto_auth;
  expect(method).toEqual([expect.anything()]);
  return method[0];
}

test('its container and its configuration', () => {
  expect(pictureOf(onDeployment(vault()))).toMatchSnapshot();
});

test('the rules have nothing against it', () => {
  expect(openFindings(vault())).toEqual([]);
});

test('it starts before the app, outlives it, and lets a Job complete', () => {
  outlivesTheApp(vault());
});

test('the image may be another, also by digest', () => {
  const image = 'registry.acme.dev/vault@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';

  expect(containerOf(onDeployment(vault({ image })), 'vault').image).toBe(image);
});

describe('the app', () => {
  test('reads the files, which are in memory', () => {
    const staged = onDeployment(vault());

    expect(containerOf(staged, 'web').volumeMounts).toEqual([{ name: 'vault-secrets', mountPath: '/vault/secrets', readOnly: true }]);
    expect(synthPod(staged.chart).spec.volumes).toContainEqual({ name: 'vault-secrets', emptyDir: { medium: 'Memory' } });
    expect(staged.sidecar.folder).toBe('/vault/secrets');
    expect(staged.sidecar.volume.name).toBe('vault-secrets');
    expect(staged.sidecar.files).toEqual(['/vault/secrets/db-password']);
  });

  test('waits for all of them', () => {
    const templates = [...SHOP.templates, VaultTemplate.text('/vault/secrets/tls/key.pem', '{{ with secret "pki/issue/shop" }}{{ .Data.private_key }}{{ end }}')];

    const { startupProbe } = containerOf(onDeployment(vault({ templates, patience: Duration.seconds(90) })), 'vault');

    expect(startupProbe).toEqual({
      exec: { command: ['test', '-s', '/vault/secrets/db-password', '-a', '-s', '/vault/secrets/tls/key.pem'] },
      failureThreshold: 91,
      periodSeconds: 1,
    });
  });

  test('is named, on what cdk8s import gives', () => {
    const staged = onImport(vault({ container: 'worker', folder: '/secrets/' }));

    expect(containerOf(staged, 'web').volumeMounts).toBeUndefined();
    expect(containerOf(staged, 'worker').volumeMounts).toEqual([{ name: 'vault-secrets', mountPath: '/secrets', readOnly: true }]);
  });

  test('is told where they are, once, also if it has them already', () => {
    const staged = onImport(vault());

    staged.sidecar.connect();
    staged.sidecar.connect('worker');

    for (const name of ['web', 'worker']) {
      const { env, volumeMounts } = containerOf(staged, name);
      expect(env).toEqual([{ name: 'SECRETS_PATH', value: '/vault/secrets' }]);
      expect(volumeMounts).toEqual([{ name: 'vault-secrets', mountPath: '/vault/secrets', readOnly: true }]);
    }
  });

  test('may come from a file', () => {
    const chart = chartIn();

    vault()(new Include(chart, 'legacy', { url: 'test/fixtures/manifests/web-with-logs.yaml' })).connect('web');

    expect(synthPod(chart).container('web').spec.env).toContainEqual({ name: 'SECRETS_PATH', value: '/vault/secrets' });
  });
});

describe('it logs in', () => {
  const identity = { name: 'vault-identity', secret: { secretName: 'vault-login' } };

  test('with a token of the service account, which it brings itself', () => {
    const staged = onDeployment(vault({ auth: VaultAuth.kubernetes('shop', { audience: 'vault', mountPath: 'auth/prod' }) }));

    expect(methodOf(staged)).toEqual({
      type: 'kubernetes', mount_path: 'auth/prod', config: { role: 'shop', token_path: '/var/run/secrets/vault/token' },
    });
    expect(synthPod(staged.chart).spec.volumes).toContainEqual({
      name: 'vault-token', projected: { sources: [{ serviceAccountToken: { audience: 'vault', expirationSeconds: 3600, path: 'token' } }] },
    });
    expect(containerOf(staged, 'vault').volumeMounts).toContainEqual({ name: 'vault-token', mountPath: '/var/run/secrets/vault', readOnly: true });
  });

  test('with that token as a JWT, which stays where it is', () => {
    const staged = inJob(vault({ auth: VaultAuth.jwt('shop') }));

    expect(methodOf(staged)).toEqual({
      type: 'jwt', config: { role: 'shop', path: '/var/run/secrets/vault/token', remove_jwt_after_reading: false },
    });
    expect(synthPod(staged.chart).spec.volumes).toContainEqual({
      name: 'vault-token', projected: { sources: [{ serviceAccountToken: { expirationSeconds: 3600, path: 'token' } }] },
    });
  });

  test('with an AppRole from a Secret, which it does not try to remove', () => {
    const staged = onDeployment(workload => vault({ auth: VaultAuth.appRole(secretOf(workload), { secretIdKey: 'secret' }) })(workload));

    expect(methodOf(staged)).toEqual({
      type: 'approle',
      config: {
        role_id_file_path: '/var/run/secrets/vault/role-id',
        secret_id_file_path: '/var/run/secrets/vault/secret',
        remove_secret_id_file_after_reading: false,
      },
    });
    expect(synthPod(staged.chart).spec.volumes).toContainEqual(identity);
  });

  test('with a token from a Secret', () => {
    const staged = onDeployment(workload => vault({ auth: VaultAuth.tokenFile(secretOf(workload)) })(workload));

    expect(methodOf(staged)).toEqual({ type: 'token_file', config: { token_file_path: '/var/run/secrets/vault/token' } });
    expect(synthPod(staged.chart).spec.volumes).toContainEqual(identity);
  });

  test('by any other method', () => {
    const staged = onDeployment(vault({ auth: VaultAuth.custom('aws', { type: 'iam', role: 'shop' }) }));

    expect(methodOf(staged)).toEqual({ type: 'aws', config: { type: 'iam', role: 'shop' } });
    expect(containerOf(staged, 'vault').volumeMounts.map((mount: any) => mount.mountPath)).toEqual(['/home/vault', '/vault/secrets', '/etc/vault-agent']);
  });
});

test('it knows namespaces and authorities of Vault, and how often to look', () => {
  const staged = onDeployment(workload => vault({
    namespace: 'team-a',
    certificateAuthority: kplus.ConfigMap.fromConfigMapName(workload, 'ca', 'vault-ca'),
    renderInterval: Duration.minutes(1),
  })(workload));

  expect(containerOf(staged, 'vault').env).toContainEqual({ name: 'VAULT_NAMESPACE', value: 'team-a' });
  expect(containerOf(staged, 'vault').volumeMounts).toContainEqual({ name: 'vault-ca', mountPath: '/etc/vault-ca', readOnly: true });
  expect(configOf(staged)).toMatchObject({
    vault: { ca_cert: '/etc/vault-ca/ca.crt' },
    template_config: { exit_on_retry_failure: true, static_secret_render_interval: '60s' },
  });
});

describe('a missing field', () => {
  test('is an error with a sentence in the log', () => {
    const [{ contents }] = configOf(onDeployment(vault())).template;

    expect(contents).toBe('{{ with secret "kv/data/shop" }}{{ $fields := or (index .Data "data") .Data }}{{ with index $fields "password" }}{{ . }}'
      + '{{ else }}{{ template "the field \'password\' of kv/data/shop is missing or empty" }}{{ end }}{{ end }}');
  });
});

describe('the files', () => {
  const modes = (staged: Staged<VaultAgent>) => configOf(staged).template.map(({ perms }: any) => perms);

  test('can be read by every user of the containers that mount them', () => {
    expect(modes(onDeployment(vault()))).toEqual(['0644']);
  });

  test('can be read by a group of the app alone', () => {
    const templates = [...SHOP.templates, VaultTemplate.text('key', 'x', { permissions: '0600' })];

    const staged = onDeployment(vault({ fileGroup: 20000, templates, tokenFile: 'token' }));

    expect(containerOf(staged, 'vault').securityContext).toMatchObject({ runAsUser: 100, runAsGroup: 20000 });
    expect(modes(staged)).toEqual(['0640', '0600']);
    expect(configOf(staged).auto_auth.sink).toEqual([{ type: 'file', config: { path: '/vault/secrets/token', mode: 0o640 } }]);
  });

  test('can be followed by a command', () => {
    const options = { command: ['sh', '-c', 'kill -HUP 1'], commandTimeout: Duration.seconds(5) };
    const templates = [VaultTemplate.text('a', 'a', { command: ['true'] }), VaultTemplate.text('b', 'b', options)];

    expect(configOf(onDeployment(vault({ templates }))).template.map(({ exec }: any) => exec)).toEqual([
      [{ command: ['true'], timeout: '30s' }], [{ command: ['sh', '-c', 'kill -HUP 1'], timeout: '5s' }],
    ]);
  });
});

test('the app gets the token of the sidecar as a file that it waits for, and calls Vault through the sidecar', () => {
  const staged = onDeployment(vault({ tokenFile: 'token', apiProxyPort: 8200 }));
  staged.sidecar.connect();

  expect(staged.sidecar.tokenFile).toBe('/vault/secrets/token');
  expect(containerOf(staged, 'vault').startupProbe.exec.command).toEqual(['test', '-s', '/vault/secrets/db-password', '-a', '-s', '/vault/secrets/token']);
  expect(configOf(staged)).toMatchObject({
    auto_auth: { sink: [{ type: 'file', config: { path: '/vault/secrets/token', mode: 0o644 } }] },
    api_proxy: { use_auto_auth_token: true },
    listener: [{ tcp: { address: '127.0.0.1:8200', tls_disable: true } }],
  });
  expect(containerOf(staged, 'web').env).toContainEqual({ name: 'VAULT_ADDR', value: 'http://127.0.0.1:8200' });
});

test('it waits between logins as long as it is told', () => {
  expect(methodOf(onDeployment(vault({ minBackoff: Duration.seconds(2), maxBackoff: Duration.minutes(1) })))).toMatchObject({ min_backoff: '2s', max_backoff: '60s' });
});

test('it takes raw configuration, but not for what the sidecar relies on', () => {
  const retry = { num_retries: 3 };

  expect(configOf(onDeployment(vault({ config: { vault: { retry } } }))).vault).toEqual({ address: SHOP.address, retry });
  expect(() => onDeployment(vault({ config: { vault: { address: 'https://other' } } }))).toThrow(new Error(
    "'config' of 'vault' sets vault.address to \"https://other\", but the sidecar relies on \"https://vault.vault.svc:8200\": set 'address'"));
});

test.each<[string, Partial<VaultAgentProps>, string]>([
  ['end after the login', { config: { exit_after_auth: true } },
    "'config' of 'vault' sets exit_after_auth to true, but the sidecar decides it: remove it, because a sidecar must keep running"],
  ['do so with a key in another case, which Vault reads too', { config: { Exit_After_Auth: true } },
    "'config' of 'vault' sets exit_after_auth to true, but the sidecar decides it: remove it, because a sidecar must keep running"],
  ['do so by a flag', { extraArgs: ['-exit-after-auth'] },
    "'extraArgs' of 'vault' has '-exit-after-auth', which the sidecar decides: remove it, because a sidecar must keep running"],
  ['read another file', { extraArgs: ['-config=/x.hcl'] }, "'extraArgs' of 'vault' has '-config', which the sidecar decides: set 'config'"],
  ['call another Vault', { envVariables: { VAULT_ADDR: kplus.EnvValue.fromValue('https://other') } },
    "'envVariables' of 'vault' sets VAULT_ADDR with the value 'https://other', which the sidecar decides: set 'address'"],
  ['write the token elsewhere', { tokenFile: 'token', config: { auto_auth: { sink: [] } } },
    "'config' of 'vault' sets auto_auth.sink to [], but the sidecar relies on [{\"type\":\"file\",\"config\":{\"path\":\"/vault/secrets/token\",\"mode\":420}}]: remove it, or 'tokenFile'"],
  ['not listen', { apiProxyPort: 8200, config: { listener: null } },
    "'config' of 'vault' removes listener, but the sidecar relies on [{\"tcp\":{\"address\":\"127.0.0.1:8200\",\"tls_disable\":true}}]: remove it, or 'apiProxyPort'"],
])('it cannot be told to %s', (_, props, message) => {
  expect(() => onDeployment(vault(props))).toThrow(new Error(message));
});

test('without the properties, sinks and listeners are free', () => {
  const config = { auto_auth: { sink: [{ type: 'file', config: { path: '/vault/secrets/other' } }] }, listener: [{ tcp: { address: '127.0.0.1:8100' } }] };

  expect(configOf(onDeployment(vault({ config })))).toMatchObject(config);
});

describe('it is refused', () => {
  test.each<[string, () => VaultAgent, string]>([
    ['without templates', () => onDeployment(vault({ templates: [] })).sidecar,
      "'vault' has no templates, so it would render nothing: set 'templates', for example [VaultTemplate.field('db-password', 'kv/data/shop', 'password')]"],
    ['with an address that is none', () => onDeployment(vault({ address: 'vault:8200' })).sidecar,
      "'address' of 'vault' is 'vault:8200', which is not a URL: set the URL of Vault, for example https://vault.vault.svc:8200"],
    ['with a relative folder', () => onDeployment(vault({ folder: 'secrets' })).sidecar,
      "'vault' has the path 'secrets', which is not absolute: start it with '/'"],
    ['with the root as its folder', () => onDeployment(vault({ folder: '/' })).sidecar,
      "'vault' cannot share the root directory '/': set a directory below it, for example /var/log/app"],
    ['with a file elsewhere', () => onDeployment(vault({ templates: [VaultTemplate.text('/etc/db', 'a')] })).sidecar,
      "'vault' cannot write '/etc/db': set a file below '/vault/secrets', for example db-password"],
    ['with a file that climbs out', () => onDeployment(vault({ templates: [VaultTemplate.text('../db', 'a')] })).sidecar,
      "'vault' cannot write '../db': set a file below '/vault/secrets', for example db-password"],
    ['with two templates for one file', () => onDeployment(vault({ templates: [VaultTemplate.text('a', 'a'), VaultTemplate.text('/vault/secrets/a', 'b')] })).sidecar,
      "'vault' has two templates for '/vault/secrets/a': set a different file for each"],
    ['with an empty template', () => onDeployment(vault({ templates: [VaultTemplate.text('a', ' ')] })).sidecar,
      'the template for \'a\' is empty: set its contents, for example {{ with secret "kv/data/shop" }}{{ .Data.data.password }}{{ end }}'],
    ['with a mode that is none', () => onDeployment(vault({ templates: [VaultTemplate.text('a', 'a', { permissions: 'rw' })] })).sidecar,
      "the template for 'a' has the mode 'rw', which is not octal: set it, for example, to 0640"],
    ['with a token in the file of a template', () => onDeployment(vault({ tokenFile: 'db-password' })).sidecar,
      "'tokenFile' of 'vault' is '/vault/secrets/db-password', which is also the file of a template: set a different file for each"],
    ['with a shortest wait that is longer than the longest', () => onDeployment(vault({ minBackoff: Duration.seconds(9), maxBackoff: Duration.seconds(5) })).sidecar,
      "'minBackoff' of 'vault' is 9 s, which is longer than 'maxBackoff', 5 s: set a shorter 'minBackoff'"],
    ['with a timeout for no command', () => onDeployment(vault({ templates: [VaultTemplate.text('a', 'a', { commandTimeout: Duration.seconds(1) })] })).sidecar,
      "the template for 'a' has a 'commandTimeout' but no command: set 'command', for example ['sh', '-c', 'kill -HUP 1']"],
    ['with an empty command', () => onDeployment(vault({ templates: [VaultTemplate.text('a', 'a', { command: [] })] })).sidecar,
      "the template for 'a' has an empty command: set 'command', for example ['sh', '-c', 'kill -HUP 1']"],
    ['with a back-off that its version does not know', () => onDeployment(vault({ image: 'hashicorp/vault:1.10.0', minBackoff: Duration.seconds(1) })).sidecar,
      "the image 'hashicorp/vault:1.10.0' has Vault Agent 1.10, but only 1.11 and newer versions understand the setting min_backoff: use a newer image, or set 'version' if the tag does not show the version of the program"],
    ['without a role', () => onDeployment(vault({ auth: VaultAuth.kubernetes('') })).sidecar,
      "'' is not a valid name of a Vault role: set the name of the role, for example shop"],
  ])('%s', (_name, make, sentence) => {
    expect(make).toThrow(new Error(sentence));
  });
});
