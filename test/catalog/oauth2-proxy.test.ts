import { Duration, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { containerOf, inJob, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { PodLifecycle } from '../../src';
import { OAuth2Proxy } from '../../src/catalog/oauth2-proxy';
import { OAuth2Provider, OAuth2ProxyProps } from '../../src/catalog/oauth2-proxy-props';
import { chartIn, deploymentIn, refusals, synthPod } from '../sidecars/support';

const ISSUER = 'https://login.acme.com/realms/shop';
const ENDPOINTS = { loginUrl: `${ISSUER}/auth`, redeemUrl: `${ISSUER}/token`, jwksUrl: `${ISSUER}/certs` };

function auth(props: Partial<OAuth2ProxyProps> = {}): (workload: Construct) => OAuth2Proxy {
  return workload => new OAuth2Proxy(workload, 'auth', {
    appPort: 8080,
    issuerUrl: ISSUER,
    emailDomains: ['acme.com'],
    credentials: kplus.Secret.fromSecretName(workload, 'login', 'web-login'),
    ...props,
  });
}

function argsWith(props: Partial<OAuth2ProxyProps>): string[] {
  return containerOf(onDeployment(auth(props)), 'auth').args;
}

test('the container', () => {
  expect(pictureOf(onDeployment(auth()))).toMatchSnapshot();
});

test('starts before the app, outlives it, and a Job completes', () => {
  outlivesTheApp(auth());
});

test('the rules find nothing on it', () => {
  expect(openFindings(auth())).toEqual([]);
});

describe('the app', () => {
  test('is told to listen on loopback, where only the proxy reaches it', () => {
    const chart = chartIn();
    const web = deploymentIn(chart, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2' }] });

    const proxy = auth()(web);
    proxy.connect(web.containers[0].name);

    expect(proxy).toMatchObject({ port: 4180, appHost: '127.0.0.1', appPort: 8080 });
    expect(synthPod(chart).container('web').spec.env).toEqual([{ name: 'HOST', value: '127.0.0.1' }, { name: 'PORT', value: '8080' }]);
  });

  test('may be known only by its name', () => {
    const staged = onImport(auth());

    staged.sidecar.connect('worker');

    expect(containerOf(staged, 'worker').env).toEqual([{ name: 'HOST', value: '127.0.0.1' }, { name: 'PORT', value: '8080' }]);
  });

  test('must not be probed there from outside', () => {
    const { chart, sidecar, workload } = onDeployment(auth());

    sidecar.connect((workload as kplus.Deployment).containers[0].name);

    expect(refusals(chart)).toEqual([expect.stringMatching(/'web' listens on 127\.0\.0\.1:8080 behind 'auth', where its startupProbe, which cdk8s-plus adds because of 'portNumber', cannot reach it/)]);
  });
});

test('visitors reach it by a Service', () => {
  const { chart, sidecar } = onDeployment(auth());

  sidecar.access.exposeViaService({ port: 80 });

  expect(Testing.synth(chart).find(manifest => manifest.kind === 'Service').spec.ports).toEqual([{ port: 80, targetPort: 4180 }]);
});

describe('what is given', () => {
  test('becomes flags', () => {
    expect(argsWith({
      provider: OAuth2Provider.GITHUB,
      issuerUrl: undefined,
      emailDomains: ['*'],
      redirectUrl: 'https://shop.acme.com/oauth2/callback',
      behindIngress: false,
      extraArgs: ['--github-org=acme', '--cookie-secret-file=/etc/cookie'],
    })).toEqual([
      '--http-address=0.0.0.0:4180', '--upstream=http://127.0.0.1:8080/', '--reverse-proxy=false', '--skip-provider-button=true', '--provider=github',
      '--email-domain=*', '--redirect-url=https://shop.acme.com/oauth2/callback', '--github-org=acme', '--cookie-secret-file=/etc/cookie',
    ]);
  });

  test('decides about groups, routes without a login, and metrics, whose port is declared', () => {
    const staged = onDeployment(auth({ allowedGroups: ['buyers', 'sellers'], skipAuthRoutes: ['GET=^/healthz$'], metrics: true }));

    expect(containerOf(staged, 'auth').args).toEqual(expect.arrayContaining([
      '--allowed-group=buyers', '--allowed-group=sellers', '--skip-auth-route=GET=^/healthz$', '--metrics-address=0.0.0.0:44180',
    ]));
    expect(containerOf(staged, 'auth').ports).toEqual([{ containerPort: 4180 }, { containerPort: 44180, name: 'metrics-44180' }]);
    expect(staged.sidecar.metricsPort).toBe(44180);
  });

  test('as a certificate makes it serve TLS only, and the gate ask with TLS', () => {
    const staged = onDeployment(workload => auth({ certificate: kplus.Secret.fromSecretName(workload, 'tls', 'web-tls') })(workload));

    expect(containerOf(staged, 'auth').args.slice(0, 4)).toEqual([
      '--http-address=-', '--https-address=0.0.0.0:4180', '--tls-cert-file=/etc/oauth2-proxy-tls/tls.crt', '--tls-key-file=/etc/oauth2-proxy-tls/tls.key',
    ]);
    expect(containerOf(staged, 'auth').startupProbe.httpGet).toEqual({ path: '/ping', port: 4180, scheme: 'HTTPS' });
    expect(containerOf(staged, 'auth').volumeMounts).toEqual([{ name: 'auth-tls', mountPath: '/etc/oauth2-proxy-tls', readOnly: true }]);
  });

  test('as endpoints of the issuer lets the app start while the issuer is down', () => {
    expect(argsWith(ENDPOINTS)).toEqual(expect.arrayContaining([
      '--skip-oidc-discovery=true', `--login-url=${ISSUER}/auth`, `--redeem-url=${ISSUER}/token`, `--oidc-jwks-url=${ISSUER}/certs`,
    ]));
  });

  test('replaces image, port and time to stop', () => {
    const image = `quay.io/oauth2-proxy/oauth2-proxy@sha256:${'0'.repeat(64)}`;
    const staged = inJob(auth({ image, port: 8000, shutdown: Duration.seconds(8) }));

    expect(containerOf(staged, 'auth')).toMatchObject({ image, ports: [{ containerPort: 8000 }], startupProbe: { httpGet: { path: '/ping', port: 8000 } } });
    expect(PodLifecycle.of(staged.workload).gracePeriod.toSeconds()).toBe(30 + 8 + 2);
  });
});

describe('it refuses', () => {
  test.each<[string, Partial<OAuth2ProxyProps>, string]>([
    ['the port of the app', { port: 8080 }, "'auth' would use port 8080 for the app and for clients: set a different port for each"],
    ['a port for metrics without metrics', { metricsPort: 9100 },
      "'auth' has 'metricsPort' 9100 but serves no metrics: set 'metrics' to true, or remove 'metricsPort'"],
    ['metrics on the port of clients', { metrics: true, metricsPort: 4180 }, "'auth' would use port 4180 for clients and for metrics: set a different port for each"],
    ['not to say who may log in', { emailDomains: undefined },
      "'emailDomains' of 'auth' is missing: set a list of domains, for example ['acme.com'], or ['*'] for everyone who can log in"],
    ['to let nobody in', { emailDomains: [] },
      "'auth' has no email domains, so no user has access: set 'emailDomains', for example ['acme.com'], or ['*'] for everyone who can log in"],
    ['what is no domain', { emailDomains: ['ann@acme.com'] },
      "'auth' has the email domain 'ann@acme.com', which is not valid: set a domain such as acme.com, or '*' for everyone who can log in"],
    ['no issuer', { issuerUrl: undefined }, "'auth' has no issuer, which its provider requires: set 'issuerUrl', for example https://login.acme.com/realms/shop"],
    ['what is no URL', { issuerUrl: 'login.acme.com' }, "'auth' has the URL 'login.acme.com', which is not complete: set it, for example, to https://login.acme.com/realms/shop"],
    ['half of the endpoints', { loginUrl: ENDPOINTS.loginUrl, jwksUrl: ENDPOINTS.jwksUrl },
      "'auth' sets only login-url and oidc-jwks-url: set all of 'loginUrl', 'redeemUrl' and 'jwksUrl', or none of them"],
    ['a secret among the arguments', { extraArgs: ['--cookie-secret=hunter2'] },
      "'extraArgs' of 'auth' has '--cookie-secret', which the sidecar decides: put it into the Secret of 'credentials'"],
    ['the password of a session store among the arguments', { extraArgs: ['--session-store-type=redis', '--redis-password=hunter2'] },
      "'extraArgs' of 'auth' would write the secret of '--redis-password' into the manifest: "
      + "add the variable REDIS_PASSWORD from a Secret to 'envVariables', and set the flag to '$(REDIS_PASSWORD)'"],
    ['a flag that has a property', { extraArgs: ['--upstream=http://elsewhere/'] }, "'extraArgs' of 'auth' has '--upstream', which the sidecar decides: set 'appPort'"],
    ['a file with other settings', { extraArgs: ['--config=/x'] }, "'extraArgs' of 'auth' has '--config', which the sidecar decides: remove it, and use properties and 'extraArgs'"],
    ['a variable that means such a flag', { envVariables: { OAUTH2_PROXY_EMAIL_DOMAIN: kplus.EnvValue.fromValue('*') } },
      "'envVariables' of 'auth' sets OAUTH2_PROXY_EMAIL_DOMAIN with the value '*', which the sidecar decides: set 'emailDomains'"],
    ['a secret as a variable', { envVariables: { OAUTH2_PROXY_CLIENT_ID: kplus.EnvValue.fromValue('web') } },
      "'envVariables' of 'auth' sets OAUTH2_PROXY_CLIENT_ID with the value 'web', but the sidecar has it from {\"secretKeyRef\":{\"name\":\"web-login\",\"key\":\"client-id\"}}: "
      + "put it into the Secret of 'credentials'"],
  ])('%s', (_, props, message) => {
    expect(() => onDeployment(auth(props))).toThrow(new Error(message));
  });
});
