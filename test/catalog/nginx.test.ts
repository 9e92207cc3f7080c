import { Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { objections, onBoth, picture, written } from './observe';
import { Nginx } from '../../src/catalog/nginx';
import { NginxProps } from '../../src/catalog/nginx-props';
import { SOURCES } from '../sidecars/sources';
import { chartIn, deploymentIn } from '../sidecars/support';

const FRONT: NginxProps = { appPort: 8080 };

function confOf(props: Partial<NginxProps>): string[] {
  const chart = chartIn();
  new Nginx(deploymentIn(chart), 'front', { ...FRONT, ...props });
  return written(chart).file('nginx.conf').split('\n').map(line => line.trim());
}

test.each(onBoth(workload => new Nginx(workload, 'front', FRONT)))('nothing speaks against it in a $kind', on => {
  expect(objections(on)).toEqual([]);
});

test('its container and configuration', () => {
  const chart = chartIn();
  new Nginx(deploymentIn(chart), 'front', FRONT);

  expect(picture(chart, 'front', 'nginx.conf')).toMatchSnapshot();
});

test('all that it writes goes to a folder of its own', () => {
  const chart = chartIn();
  new Nginx(deploymentIn(chart), 'front', FRONT);

  const { container, volumes } = written(chart);

  expect(container('front').volumeMounts).toContainEqual({ mountPath: '/tmp', name: 'front-tmp' });
  expect(volumes).toContainEqual({ name: 'front-tmp', emptyDir: {} });
  expect(confOf({}).filter(line => line.includes('/tmp/'))).toHaveLength(6);
});

test('a Service finds its port', () => {
  const front = new Nginx(deploymentIn(chartIn()), 'front', { ...FRONT, port: 8443 });

  expect(front.access.exposeViaService({ port: 80 }).ports).toMatchObject([{ port: 80, targetPort: 8443 }]);
  expect([front.port, front.appPort]).toEqual([8443, 8080]);
});

describe('the app', () => {
  test('is told where it should listen', () => {
    const chart = chartIn();
    const web = deploymentIn(chart);
    new Nginx(web, 'front', { appPort: 3000 }).connect(web.containers[0].name);

    expect(written(chart).app.env).toEqual([{ name: 'PORT', value: '3000' }]);
  });

  test.each(['cdk8s-plus-34', 'cdk8s import', 'Include', 'Helm'])('is told on a workload of %s', source => {
    const chart = chartIn();
    new Nginx(SOURCES[source](chart, 'Deployment'), 'front', FRONT).connect();

    expect(written(chart).app.env).toEqual([{ name: 'PORT', value: '8080' }]);
    expect(written(chart).file('nginx.conf')).toContain('127.0.0.1:8080');
  });
});

describe('its configuration', () => {
  test('gives it a second less to finish requests than it has to stop', () => {
    expect(confOf({})).toContain('worker_shutdown_timeout 10s;');
    expect(confOf({ shutdown: Duration.seconds(31) })).toContain('worker_shutdown_timeout 30s;');
  });

  test('says what was asked for', () => {
    const conf = confOf({
      healthPort: 9999,
      maxBodySize: Size.mebibytes(8),
      readTimeout: Duration.minutes(5),
      buffering: false,
      gzip: true,
      responseHeaders: { 'X-Frame-Options': 'DENY', 'Content-Security-Policy': "default-src 'self'; img-src \"x\"" },
    });

    expect(conf).toEqual(expect.arrayContaining([
      'listen 0.0.0.0:9999;', 'client_max_body_size 8192k;', 'proxy_read_timeout 300s;', 'proxy_buffering off;', 'proxy_request_buffering off;', 'gzip on;',
      'add_header X-Frame-Options DENY always;', 'add_header Content-Security-Policy "default-src \'self\'; img-src \\"x\\"" always;',
    ]));
  });

  test('takes directives of the user in every context, which replace those of the same name', () => {
    const conf = confOf({
      config: {
        main: { worker_processes: 2, env: ['TZ', 'LANG'] },
        events: { multi_accept: 'on' },
        http: { access_log: null, log_format: 'short "$remote_addr \\"$request\\""', keepalive_timeout: '75s' },
        server: { 'location = /robots.txt': { 'return': '200 "User-agent: *"', 'add_header Cache-Control': 'no-store' } },
        location: { proxy_set_header: ['X-Real-IP $http_cf_connecting_ip', 'X-Shop acme'] },
      },
    });

    expect(conf).toEqual(expect.arrayContaining([
      'worker_processes 2;', 'env TZ;', 'env LANG;', 'multi_accept on;', 'log_format short "$remote_addr \\"$request\\"";', 'keepalive_timeout 75s;',
      'location = /robots.txt {', 'return 200 "User-agent: *";', 'add_header Cache-Control no-store;',
      'proxy_set_header X-Real-IP $http_cf_connecting_ip;', 'proxy_set_header X-Shop acme;', 'proxy_set_header Host $http_host;',
    ]));
    expect(conf).not.toContain('worker_processes 1;');
    expect(conf).not.toContain('proxy_set_header X-Real-IP $remote_addr;');
    expect(conf).not.toContain('access_log /dev/stdout;');
    expect(conf.indexOf('location = /robots.txt {')).toBeLessThan(conf.indexOf('location / {'));
  });

  test('has counters on a declared port, and nothing else there', () => {
    const chart = chartIn();
    const front = new Nginx(deploymentIn(chart), 'front', { ...FRONT, metrics: true });

    expect(written(chart).file('nginx.conf')).toMatch(/listen 0\.0\.0\.0:9905;\s+access_log off;\s+location = \/stub_status \{\s+stub_status;\s+\}\s+location \/ \{\s+return 404;/);
    expect(written(chart).container('front').ports).toEqual([{ containerPort: 8000 }, { containerPort: 9905, name: 'metrics-9905' }]);
    expect(front.metricsPort).toBe(9905);
  });

  test('serves TLS with the certificate of a Secret', () => {
    const chart = chartIn();
    new Nginx(deploymentIn(chart), 'front', { ...FRONT, certificate: kplus.Secret.fromSecretName(chart, 'tls', 'web-tls') });

    expect(written(chart).file('nginx.conf')).toMatch(/listen 0\.0\.0\.0:8000 ssl;\s+ssl_certificate \/etc\/nginx-tls\/tls\.crt;\s+ssl_certificate_key \/etc\/nginx-tls\/tls\.key;/);
    expect(written(chart).container('front').volumeMounts).toContainEqual({ name: 'front-tls', mountPath: '/etc/nginx-tls', readOnly: true });
  });
});

test('the image can be another, by digest', () => {
  const chart = chartIn();
  const image = `registry.acme.example/nginx-unprivileged@sha256:${'a'.repeat(64)}`;
  new Nginx(deploymentIn(chart), 'front', { ...FRONT, image, version: '1.28' });

  expect(written(chart).container('front')).toMatchObject({ image, securityContext: { runAsUser: 101, readOnlyRootFilesystem: true } });
});

test.each<[string, Partial<NginxProps>, string]>([
  ['the port of the app', { appPort: 8000 }, "'front' would use port 8000 for the app and for clients: set a different port for each"],
  ['the port of the health check', { port: 9903 }, "'front' would use port 9903 for clients and for its health check: set a different port for each"],
  ['a port that is none', { appPort: 80.5 }, "'front' has port 80.5, which is not valid: set a number from 1 to 65535"],
  ['a port of root', { port: 443 },
    "'front' cannot listen on port 443, which requires root on many nodes: set a port from 1024, and use 443 as the port of the Service"],
  ['a header of two lines', { responseHeaders: { 'X-A': 'a\nb' } },
    "the header 'X-A: a\nb' of 'front' is not valid: use letters, digits and dashes in the name, and one line for the value, for example X-Frame-Options: DENY"],
  ['a context that is none', { config: { https: {} } }, "'config' of 'front' has the context 'https': use 'main', 'events', 'http', 'server', 'location'"],
  ['a context without directives', { config: { http: 'gzip on;' } },
    "'http' in 'config' of 'front' is 'gzip on;': set an object with directives, for example { keepalive_timeout: '75s' }"],
  ['a directive that has a property', { config: { server: { listen: 8000 } } }, "'server' in 'config' of 'front' has 'listen', which the sidecar decides: set 'port'"],
  ['a block that the sidecar has', { config: { server: { 'location  /': {} } } },
    "'server' in 'config' of 'front' has 'location  /', which the sidecar decides: set 'location' of 'config'"],
  ['a directive with no value', { config: { http: { gzip_vary: true } } },
    "'http' in 'config' of 'front' has 'gzip_vary' with true: set a string, a number, a list of them, or an object for a block"],
  ['a directive without a name', { config: { http: { ' ': 'on' } } }, "'http' in 'config' of 'front' has a directive without a name: set a name, for example keepalive_timeout"],
  ['configuration among the arguments', { extraArgs: ['-g', 'daemon on;'] }, "'extraArgs' of 'front' has '-g', which the sidecar decides: set 'config'"],
  ['it joined with its flag', { extraArgs: ['-gdaemon on;'] }, "'extraArgs' of 'front' has '-gdaemon', which the sidecar decides: set 'config'"],
  ['a test of the configuration, joined with another flag', { extraArgs: ['-qt'] },
    "'extraArgs' of 'front' has '-qt', which the sidecar decides: remove it, because nginx would only test its configuration and exit"],
  ['no time to stop', { shutdown: Duration.seconds(1) }, "'shutdown' of 'front' is 1 s, but nginx needs more: set at least 2 s"],
])('%s is refused', (_, props, sentence) => {
  expect(() => new Nginx(deploymentIn(chartIn()), 'front', { ...FRONT, ...props })).toThrow(new Error(sentence));
});
