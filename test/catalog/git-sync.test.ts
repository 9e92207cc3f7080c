import { Duration, Include, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { containerOf, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { GitCredentials } from '../../src/catalog/git-credentials';
import { GitSync } from '../../src/catalog/git-sync';
import { GitSubmodules, GitSyncProps } from '../../src/catalog/git-sync-props';
import { chartIn, synthPod } from '../sidecars/support';

const CONTENT: GitSyncProps = { repository: 'https://github.com/acme/content.git' };

function git(props: Partial<GitSyncProps> = {}): (workload: Construct) => GitSync {
  return workload => new GitSync(workload, 'git', { ...CONTENT, ...props });
}

function secretOf(scope: Construct): kplus.ISecret {
  return kplus.Secret.fromSecretName(scope, 'login', 'git-login');
}

test('its container', () => {
  expect(pictureOf(onDeployment(git()))).toMatchSnapshot();
});

test('the rules have nothing against it', () => {
  expect(openFindings(git())).toEqual([]);
});

test('it starts before the app, outlives it, and lets a Job complete', () => {
  outlivesTheApp(git());
});

test('the image may be another, also by digest', () => {
  const image = 'registry.acme.dev/git-sync@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';

  expect(containerOf(onDeployment(git({ image, version: '4.7' })), 'git').image).toBe(image);
});

test('what is asked for is what it is told', () => {
  const staged = onDeployment(git({ ref: 'v1.2', period: Duration.minutes(2), depth: 0, healthPort: 9092, folder: '/content', link: 'site' }));

  const { args, startupProbe } = containerOf(staged, 'git');

  expect(args).toEqual([
    '--repo=https://github.com/acme/content.git', '--ref=v1.2', '--depth=0', '--period=120s', '--max-failures=-1',
    '--root=/content/root', '--link=site', '--http-bind=:9092',
  ]);
  expect(startupProbe.httpGet).toEqual({ path: '/', port: 9092 });
  expect(staged.sidecar.path).toBe('/content/root/site');
});

test('further options become flags and files', () => {
  const staged = onDeployment(workload => git({
    certificateAuthority: kplus.ConfigMap.fromConfigMapName(workload, 'ca', 'git-ca'),
    submodules: GitSubmodules.OFF,
    sparseCheckout: ['/docs/', '!/docs/drafts/'],
    syncTimeout: Duration.seconds(40),
    hookCommand: '/hooks/reload',
    hookTimeout: Duration.seconds(5),
    webhookUrl: 'http://127.0.0.1:8080/reload',
    metrics: true,
  })(workload));

  const { args, ports, volumeMounts } = containerOf(staged, 'git');

  expect(ports).toEqual([{ containerPort: 9091, name: 'metrics-9091' }]);
  expect(args.slice(8)).toEqual([
    '--git-config=http.sslCAInfo:/etc/git-ca/ca.crt', '--submodules=off', '--sparse-checkout-file=/etc/git-sparse/sparse-checkout', '--sync-timeout=40s',
    '--exechook-command=/hooks/reload', '--exechook-timeout=5s', '--webhook-url=http://127.0.0.1:8080/reload', '--http-metrics',
  ]);
  expect(volumeMounts).toContainEqual({ name: 'git-ca', mountPath: '/etc/git-ca', readOnly: true });
  expect(Testing.synth(staged.chart).find(({ kind }) => kind === 'ConfigMap').data).toEqual({ 'sparse-checkout': '/docs/\n!/docs/drafts/\n' });
});

test('a certificate authority is trusted by git, and by git-sync for the API of GitHub, beside those of the image', () => {
  const { env, args } = containerOf(onDeployment(workload => git({
    certificateAuthority: kplus.ConfigMap.fromConfigMapName(workload, 'ca', 'git-ca'),
  })(workload)), 'git');

  expect(args).toContain('--git-config=http.sslCAInfo:/etc/git-ca/ca.crt');
  expect(env).toContainEqual({ name: 'SSL_CERT_DIR', value: '/etc/git-ca' });
  expect(JSON.stringify(containerOf(onDeployment(git()), 'git').env)).not.toContain('SSL_CERT');
});

test('flags that have a property are not for extraArgs', () => {
  expect(() => onDeployment(git({ extraArgs: ['--one-time'] }))).toThrow(new Error(
    "'extraArgs' of 'git' has '--one-time', which the sidecar decides: remove it, because a sidecar must keep running"));
  expect(() => onDeployment(git({ extraArgs: ['--max-sync-failures=3'] }))).toThrow(new Error(
    "'extraArgs' of 'git' has '--max-sync-failures', which the sidecar decides: remove it, because git-sync would exit while the Git server is unavailable"));
});

test.each(['--dest=/elsewhere', '--version', '--man', '--help', '-h', '--wait=5', '--root=/x'])('%s is refused, because it ends git-sync or replaces what a property decides', arg => {
  expect(() => onDeployment(git({ extraArgs: [arg] }))).toThrow(`'extraArgs' of 'git' has '${arg.split('=')[0]}', which the sidecar decides: `);
});

test.each([
  ['GIT_SYNC_ONE_TIME', 'true', 'remove it, because a sidecar must keep running'],
  ['GITSYNC_ONE_TIME', 'true', 'remove it, because a sidecar must keep running'],
  ['GIT_SYNC_DEST', '/x', "set 'link'"],
  ['GIT_SYNC_HOOK_COMMAND', '/x', "set 'hookCommand'"],
  ['GIT_SSH_KEY_FILE', '/x', "set 'credentials'"],
])('%s is refused, because git-sync reads it as a flag', (name, value, instead) => {
  expect(() => onDeployment(git({ envVariables: { [name]: kplus.EnvValue.fromValue(value) } }))).toThrow(new Error(
    `'envVariables' of 'git' sets ${name} with the value '${value}', which the sidecar decides: ${instead}`));
});

describe('the app', () => {
  test('reads the files', () => {
    const staged = onDeployment(git());

    expect(staged.sidecar.path).toBe('/git/root/current');
    expect(containerOf(staged, 'web').volumeMounts).toEqual([{ name: staged.sidecar.volume.name, mountPath: '/git', readOnly: true }]);
    expect(containerOf(staged, 'git').volumeMounts).toContainEqual({ name: 'git-content', mountPath: '/git' });
  });

  test('is told where they are, by its name, on what cdk8s import gives', () => {
    const staged = onImport(git({ container: 'worker' }));

    staged.sidecar.connect('worker');

    expect(containerOf(staged, 'worker')).toMatchObject({
      env: [{ name: 'CONTENT_PATH', value: '/git/root/current' }],
      volumeMounts: [{ name: 'git-content', mountPath: '/git', readOnly: true }],
    });
    expect(containerOf(staged, 'web').volumeMounts).toBeUndefined();
  });

  test('may come from a file', () => {
    const chart = chartIn();

    git()(new Include(chart, 'legacy', { url: 'test/fixtures/manifests/web-with-logs.yaml' })).connect('web');

    expect(synthPod(chart).container('web').spec.env).toContainEqual({ name: 'CONTENT_PATH', value: '/git/root/current' });
  });
});

describe('it logs in', () => {
  const mount = { name: 'git-secret', mountPath: '/etc/git-secret', readOnly: true };

  test('with a password, which stays out of arguments and variables', () => {
    const staged = onDeployment(workload => git({ credentials: GitCredentials.password(secretOf(workload), { passwordKey: 'token' }) })(workload));

    const { args, env, volumeMounts } = containerOf(staged, 'git');

    expect(args).toContain('--password-file=/etc/git-secret/token');
    expect(env).toContainEqual({ name: 'GITSYNC_USERNAME', valueFrom: { secretKeyRef: { key: 'username', name: 'git-login' } } });
    expect(volumeMounts).toContainEqual(mount);
    expect(synthPod(staged.chart).spec.volumes).toContainEqual({ name: 'git-secret', secret: { secretName: 'git-login' } });
  });

  test('with an SSH key, to a host that it knows', () => {
    const repository = 'git@github.com:acme/content.git';
    const staged = onDeployment(workload => git({ repository, credentials: GitCredentials.sshKey(secretOf(workload)) })(workload));

    const { args, volumeMounts } = containerOf(staged, 'git');

    expect(args).toContain('--ssh-key-file=/etc/git-secret/ssh-privatekey');
    expect(args).toContain('--ssh-known-hosts-file=/etc/git-secret/known_hosts');
    expect(volumeMounts).toContainEqual(mount);
  });
});

test('it is a GitHub App where git-sync can be one', () => {
  const app = (props: Partial<GitSyncProps>) => onDeployment(workload => git({
    credentials: GitCredentials.gitHubApp(secretOf(workload), { applicationId: 1, installationId: 2, apiUrl: 'https://github.acme.com/api/v3/' }), ...props,
  })(workload));

  expect(containerOf(app({}), 'git').args.slice(8)).toEqual([
    '--github-app-application-id=1', '--github-app-installation-id=2', '--github-app-private-key-file=/etc/git-secret/private-key',
    '--github-base-url=https://github.acme.com/api/v3/',
  ]);
  expect(() => app({ image: 'registry.k8s.io/git-sync/git-sync:v4.2.4' })).toThrow(/only 4\.3 and newer versions understand the flags of a GitHub App/);
});

describe('it is refused', () => {
  const right = 'set its URL, for example https://github.com/acme/content.git or git@github.com:acme/content.git';

  test.each<[string, Partial<GitSyncProps>, string]>([
    ['without a repository', { repository: '' }, `'git' has the repository '', which git-sync cannot use: ${right}`],
    ['with a repository that is none', { repository: 'acme/content' }, `'git' has the repository 'acme/content', which git-sync cannot use: ${right}`],
    ['with a password in sight', { repository: 'https://bob:s3cret@github.com/acme/content.git' },
      "'git' has a password in the URL of its repository, where everyone who can read the manifest sees it: set 'credentials', for example GitCredentials.password(secret)"],
    ['with a relative folder', { folder: 'content' }, "'git' has the path 'content', which is not absolute: start it with '/'"],
    ['with a link elsewhere', { link: '../site' }, "'link' of 'git' is '../site': set a name without slashes, for example current"],
    ['with a period that is too short', { period: Duration.millis(20) }, "'period' of 'git' is 20 ms: set at least 1 second"],
    ['with half a commit', { depth: 0.5 }, "'depth' of 'git' is 0.5: set a whole number, or 0 for the whole history"],
    ['with an empty sparse checkout', { sparseCheckout: [] }, "'sparseCheckout' of 'git' is empty, so nothing would be checked out: set patterns, for example ['/docs/']"],
    ['with a timeout for no program', { hookTimeout: Duration.seconds(1) }, "'git' has 'hookTimeout' but no program: set 'hookCommand', for example /hooks/reload"],
    ['with a webhook that is none', { webhookUrl: 'app/reload' },
      "'webhookUrl' of 'git' is 'app/reload', which is not a URL: set it, for example, to http://127.0.0.1:8080/reload"],
    ['with a port that is none', { healthPort: 0 }, "'git' has port 0, which is not valid: set a number from 1 to 65535"],
  ])('%s', (_name, props, sentence) => {
    expect(() => onDeployment(git(props))).toThrow(new Error(sentence));
  });
});
