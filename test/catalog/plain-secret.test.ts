import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { catalog } from '../../src';
import { messageOf } from '../../src/data/error-message';
import { chartIn, deploymentIn } from '../sidecars/support';

const SECRET = 'hunter2';
const value = (text: string) => kplus.EnvValue.fromValue(text);
const login = (workload: Construct) => kplus.Secret.fromSecretName(workload, 'secret', 'login');
const PRESETS: { readonly [name: string]: (workload: Construct) => object } = {
  GitSync: () => ({ repository: 'https://github.com/acme/content.git' }),
  CloudSqlProxy: () => ({ instance: 'acme:europe-west1:orders' }),
  AlloyDbProxy: () => ({ instance: 'projects/acme/locations/europe-west1/clusters/shop/instances/orders' }),
  OAuth2Proxy: workload => ({ appPort: 8080, emailDomains: ['acme.com'], issuerUrl: 'https://login.acme.com', credentials: login(workload) }),
  VaultAgent: () => ({
    address: 'https://vault:8200', auth: catalog.VaultAuth.kubernetes('shop'), templates: [catalog.VaultTemplate.field('password', 'kv/data/shop', 'password')],
  }),
};

function made(name: string, props: object): string | undefined {
  const workload = deploymentIn(chartIn());
  try {
    new (catalog as any)[name](workload, 'helper', { ...PRESETS[name](workload), ...props });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

test.each<[string, object]>([
  ...[
    `https://bob:${SECRET}@github.com/a/b`, `https://${SECRET}@github.com/a/b`, `https://:${SECRET}@github.com/a/b`, `HTTPS://bob:${SECRET}@github.com/a/b`,
    `ssh://git:${SECRET}@github.com/a/b`, `https://bob%3A${SECRET}@github.com/a/b`, `https://github.com/a/b?access_token=${SECRET}`, `https://github.com/a/b#token=${SECRET}`,
    ` https://bob:${SECRET}@github.com/a/b`, `git+https://bob:${SECRET}@github.com/a/b`, `git@github.com:a/b?private_token=${SECRET}`,
  ].map((repository): [string, object] => ['GitSync', { repository }]),
  ['GitSync', { webhookUrl: `http://bob:${SECRET}@127.0.0.1:8080/` }],
  ['GitSync', { extraArgs: [`--askpass-url=https://bob:${SECRET}@login`] }],
  ['GitSync', { extraArgs: ['--askpass-url', `https://bob:${SECRET}@login`] }],
  ['GitSync', { extraArgs: [`--github-app-private-key=${SECRET}`] }],
  ['GitSync', { envVariables: { GITSYNC_PASSWORD: value(SECRET) } }],
  ['CloudSqlProxy', { instance: `--token=${SECRET}` }],
  ['CloudSqlProxy', { extraArgs: [` --token=${SECRET}`] }],
  ['CloudSqlProxy', { envVariables: { CSQL_PROXY_TOKEN: value(SECRET) } }],
  ['AlloyDbProxy', { instance: `--token=${SECRET}` }],
  ['AlloyDbProxy', { envVariables: { ALLOYDB_PROXY_TOKEN: value(SECRET) } }],
  ['OAuth2Proxy', { issuerUrl: `https://bob:${SECRET}@login.acme.com` }],
  ['OAuth2Proxy', { extraArgs: [`--redis-connection-url=redis://:${SECRET}@redis:6379`] }],
  ['OAuth2Proxy', { envVariables: { OAUTH2_PROXY_REDIS_PASSWORD: value(SECRET) } }],
  ['OAuth2Proxy', { envVariables: { OAUTH2_PROXY_CLIENT_SECRET: value(SECRET) } }],
  ['OAuth2Proxy', { envVariables: { HTTPS_PROXY: value(`http://bob:${SECRET}@proxy:3128`) } }],
  ['VaultAgent', { address: `https://bob:${SECRET}@vault:8200` }],
])('%s refuses a secret that would stand in the manifest, and does not repeat it: %j', (name, props) => {
  const message = made(name, props);

  expect(message).toBeDefined();
  expect(message).not.toContain(SECRET);
});

test.each<[string, object]>([
  ['GitSync', { repository: 'ssh://git@github.com/acme/content.git' }],
  ['GitSync', { repository: 'git@github.com:acme/content.git' }],
  ['GitSync', { repository: 'https://github.com/acme/content.git?depth=1#v1@2' }],
  ['OAuth2Proxy', { extraArgs: ['--redis-connection-url=redis://:$(REDIS_PASSWORD)@redis:6379'] }],
  ['OAuth2Proxy', { envVariables: { HTTPS_PROXY: value('http://proxy:3128') } }],
  ['CloudSqlProxy', { envVariables: { CSQL_PROXY_TOKEN: kplus.EnvValue.fromSecretValue({ secret: login(chartIn()), key: 'token' }) } }],
])('%s takes what is no secret: %#', (name, props) => {
  expect(made(name, props)).toBeUndefined();
});

test.each<[() => unknown, string]>([
  [() => made('GitSync', { webhookUrl: `http://bob:${SECRET}@127.0.0.1/` }),
    "'webhookUrl' of 'helper' has a user or a secret in a URL, where everyone who can read the manifest sees it: remove it from the URL"],
  [() => made('CloudSqlProxy', { envVariables: { CSQL_PROXY_TOKEN: value(SECRET) } }),
    "'envVariables' of 'helper' would write the secret of CSQL_PROXY_TOKEN into the manifest: take the value from a Secret, for example EnvValue.fromSecretValue({ secret, key: 'token' })"],
])('the sentence tells what to do: %#', (message, expected) => {
  expect(message()).toBe(expected);
});
