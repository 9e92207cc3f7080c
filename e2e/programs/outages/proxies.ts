import { setTimeout as sleep } from 'node:timers/promises';
import { Measured, Scenario } from './scenario';
import { Stage } from './stage';
import { Allowances } from './staged';
import { gallery } from '../../../generate/catalog/gallery';
import { ADDRESS, Binary } from '../binaries';

const PATIENCE = 30;
const REQUEST = 'GET / HTTP/1.1\\r\\nHost: web.shop\\r\\n\\r\\n';

/** An app that takes connections and never answers. */
const SILENT_APP = "require('net').createServer(() => undefined).listen(8080, '127.0.0.1')";

interface Connection {
  readonly tls?: true;
  readonly host?: string;
  readonly allowances?: Allowances;
}

/** A preset of the gallery that a client is connected to when the stop signal comes, and what the client has sent. */
const CONNECTED: readonly [preset: string, program: string, port: number, sent: string, options?: Connection][] = [
  ['Nginx', 'nginx', 8000, REQUEST],
  ['Envoy inbound', 'Envoy', 10000, REQUEST],
  ['Envoy outbound', 'Envoy', 8001, REQUEST, { host: '127.0.0.1' }],
  ['OAuth2Proxy', 'OAuth2 Proxy', 4180, REQUEST],
  ['KubeRbacProxy', 'kube-rbac-proxy', 8443, REQUEST, { tls: true }],
  // It waits for its clients, which are gone in a pod when its stop signal comes.
  ['PgBouncer', 'PgBouncer', 6432, '', { host: '127.0.0.1', allowances: { mayOverrun: true } }],
  ['RedisCache', 'Redis', 6379, 'BLPOP jobs 0\\r\\n', { host: '127.0.0.1' }],
  ['MemcachedCache', 'memcached', 11211, 'version\\r\\n', { host: '127.0.0.1' }],
];

export const PROXY_SCENARIOS: readonly Scenario[] = [
  ...CONNECTED.map(([preset, program, port, sent, { tls, host = ADDRESS, allowances } = {}]) => scenario(preset, program, 'a client is connected and waits when the stop signal comes', async stage => {
    const connect = tls ? `(printf '${sent}'; sleep 60) | openssl s_client -quiet -connect ${host}:${port}` : `exec 3<>/dev/tcp/${host}/${port}; printf '${sent}' >&3; sleep 60`;
    stage.beside(process.execPath, ['-e', SILENT_APP]);
    await stage.listening(8080);
    stage.beside('bash', ['-c', connect]);
    await stage.connected(port);
    // Until its request has reached the app.
    await sleep(1000);
    return stage.stop();
  }, allowances)),
  scenario('RedisCache', 'Redis', '200 MB of values: alive within the memory limit', async stage => {
    await stage.call('redis-benchmark', '-h', '127.0.0.1', '-t', 'set', '-n', '200000', '-r', '100000000', '-d', '1000', '-P', '50', '-q');
    return stage.stop();
  }),
  scenario('MemcachedCache', 'memcached', '200 MB of values: alive within the memory limit', async stage => {
    const fill = 'exec 3<>/dev/tcp/127.0.0.1/11211; value=$(head -c 500000 /dev/zero | tr "\\0" x); for i in $(seq 400); do printf "set k$i 0 0 500000 noreply\\r\\n$value\\r\\n" >&3; done';
    await stage.call('bash', '-c', fill);
    return stage.stop();
  }),
];

function scenario(preset: string, program: string, name: string, act: (stage: Stage) => Promise<Measured>, allowances: Allowances = {}): Scenario {
  return { preset, program, name, ...allowances, run: (binary, path) => play(preset, binary, path, act) };
}

async function play(preset: string, binary: Binary, path: string, act: (stage: Stage) => Promise<Measured>): Promise<Measured> {
  const { chart, deployment } = gallery().find(exhibit => exhibit.preset === preset)!;
  const stage = new Stage(chart, deployment.sidecar, binary, path);
  try {
    await stage.started();
    await stage.open(PATIENCE);
    return { ...await act(stage), shutdownSeconds: stage.shutdownSeconds };
  } finally {
    stage.remove();
  }
}
