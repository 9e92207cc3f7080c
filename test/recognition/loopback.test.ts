import { configMap, folders, helpers, mounting, running } from './pods';
import { TestContainer } from '../simulator/pods';

const CACHE = { name: 'cache', image: 'acme/cache:1', ports: [{ containerPort: 6379 }] };
const CONF = [{ name: 'conf', configMap: { name: 'conf' } }];

/** The calls that a container makes to others: `cache localhost:6379`. */
function calls(container: object, beside: object[] = [], volumes: object[] = []): string[] {
  const pod = running([{ name: 'app', image: 'acme/shop:1', ...container }, CACHE], { beside, volumes });
  return pod.loopback.calls.filter(({ from }) => from.name === 'app').map(({ to, text }) => `${to.name} ${text}`);
}

const TO_CACHE = ['cache localhost:6379'];

test.each([
  ['echo "Stats at http://localhost:6379/stats"; exec shop', []],
  ['printf "see http://localhost:6379\\n" >&2; exec shop', []],
  ['if shop; then echo "Stats at http://localhost:6379/stats"; fi', []],
  ['{ echo "at http://localhost:6379"; } 2>/dev/null; exec shop', []],
  ['curl -s x | echo http://localhost:6379', []],
  ['echo "at http://localhost:6379"; curl localhost:6379', TO_CACHE],
  ['echo "url: http://localhost:6379" > /etc/shop.yaml; exec shop', TO_CACHE],
  ['{ echo "url: http://localhost:6379"; } > /etc/shop.yaml; exec shop', TO_CACHE],
  ['exec >/etc/shop.yaml; echo "url: http://localhost:6379"', TO_CACHE],
  ['echo http://localhost:6379 | xargs curl', TO_CACHE],
  ['shop "$(echo http://localhost:6379)"', TO_CACHE],
  ['echo "is $(curl http://localhost:6379)"', TO_CACHE],
  ['conf() { echo "url: http://localhost:6379"; }; conf > /etc/shop.yaml', TO_CACHE],
  ['cat > /etc/shop.yaml <<END\nurl: http://localhost:6379\nEND\nexec shop', TO_CACHE],
])('an address that a script only prints is no call: %s', (script, expected) => {
  expect(calls({ command: ['sh', '-c', script] })).toEqual(expected);
});

test.each([
  ['#!/bin/sh\necho "Stats at http://localhost:6379/stats"\nexec shop\n', []],
  ['#!/bin/sh\ncurl http://localhost:6379/stats\nexec shop\n', TO_CACHE],
])('nor in a script that is mounted: %j', (script, expected) => {
  expect(calls(mounting({ '/conf': 'conf' }, { name: 'app', command: ['/conf/run.sh'] }), [configMap('conf', { 'run.sh': script })], CONF)).toEqual(expected);
});

const of = (name: string, key: string) => ({ name, valueFrom: { configMapKeyRef: { name: 'conf', key } } });
const shell = (script: string) => ({ command: ['sh', '-c', script] });

test.each<[string, object]>([
  ['in a key of a ConfigMap', { env: [of('CACHE_URL', 'url')] }],
  ['in one of all keys of a ConfigMap', { envFrom: [{ configMapRef: { name: 'conf' } }] }],
  ['in a host and a port of a ConfigMap', { env: [of('CACHE_HOST', 'host'), of('CACHE_PORT', 'port')] }],
  ['in a host and a port of a ConfigMap, with a prefix', { envFrom: [{ prefix: 'CACHE_', configMapRef: { name: 'conf' } }] }],
  ['in an argument by a variable', { args: ['--cache=$(HOST):6379'], env: [{ name: 'HOST', value: 'localhost' }] }],
  ['in an argument by variables of a ConfigMap', { args: ['--cache=$(HOST):$(PORT)'], env: [of('HOST', 'host'), of('PORT', 'port')] }],
  ['in an argument by a whole ConfigMap', { args: ['--cache', '$(host):$(port)'], envFrom: [{ configMapRef: { name: 'conf' } }] }],
  ['in a variable by another one', { env: [of('HOST', 'host'), { name: 'CACHE', value: 'http://$(HOST):6379' }] }],
  ['in a script by a variable of a ConfigMap', { ...shell('exec shop --cache=$HOST:6379'), env: [of('HOST', 'host')] }],
  ['as the default of a variable', shell('exec shop ${REDIS_URL:-redis://localhost:6379}')],
  ['as the default of a variable that a script exports', shell('export REDIS_URL="${REDIS_URL:-redis://localhost:6379}"\nexec shop')],
  ['as a default that is kept', shell(': ${REDIS_URL:=redis://localhost:6379}; exec shop')],
  ['as a default without a port', shell('exec shop ${REDIS_URL:-redis://localhost}')],
  ['as the defaults of a host and a port', shell('exec shop --redis ${REDIS_HOST:-localhost}:${REDIS_PORT:-6379}')],
  ['in two words', { args: ['--endpoint', 'localhost:6379'] }],
  ['in two words of a script', shell('exec shop --endpoint localhost:6379')],
  ['in four words', { args: ['--redis-host', 'localhost', '--redis-port', '6379'] }],
  ['in four words of a script', shell('exec shop --redis-host localhost --redis-port 6379')],
])('an address %s is a call', (_name, container) => {
  expect([...new Set(calls(container, [configMap('conf', { url: 'http://localhost:6379', host: 'localhost', port: '6379' })]))]).toEqual(TO_CACHE);
});

/** The calls that a file of the app shows. */
function callsIn(text: string): string[] {
  return calls(mounting({ '/conf': 'conf' }, { name: 'app' }), [configMap('conf', { 'app.conf': text })], CONF);
}

test.each([
  'redis:\n  host: localhost\n  port: 6379\n',
  'redis:\n  port: 6379\n  options:\n    db: 0\n  hostname: "localhost"   # in this pod\n',
  'redis:\n  host: localhost\n',
  'redis: { host: localhost, port: 6379 }\n',
  'stores:\n- host: db.shop\n  port: 5432\n- host: localhost\n  port: 6379\n',
  '{"redis": {"host": "localhost", "port": 6379}}',
  '{\n  "redis": {\n    "host": "localhost",\n    "port": 6379\n  }\n}',
  '[redis]\nhost = localhost\nport = 6379\n',
  'redis.host=localhost\nredis.port=6379\n',
  'REDIS_HOST=localhost\nREDIS_PORT=6379\n',
])('a host and a port in two entries of a file are a call: %j', text => {
  expect(callsIn(text)).toEqual(TO_CACHE);
});

test.each([
  'host: localhost\nport: 6379\n',
  'store:\n  host: localhost\n  port: 6380\ncache:\n  host: cache.shop\n  port: 6379\n',
  'stores:\n- host: localhost\n- host: cache.shop\n  port: 6379\n',
  '[store]\nhost = localhost\n[cache]\nhost = cache.shop\nport = 6379\n',
  'redis:\n  # host: localhost\n  host: cache.shop\n  port: 6379\n',
])('a host and a port that do not belong together, or may be its own, are none: %j', text => {
  expect(callsIn(text)).toEqual([]);
});

describe('a socket that both name', () => {
  const AT = '/run/agent/agent.sock';
  const agent = (rest: object = {}) => mounting({ '/run/agent': 'run' }, { name: 'agent', image: 'acme/agent:1', env: [{ name: 'AGENT_SOCKET', value: AT }], ...rest });
  const app = (script: string, rest: object = {}) => mounting({ '/run/agent': 'run' }, { name: 'app', image: 'acme/shop:1', ...shell(script), ...rest });
  const served = (...containers: TestContainer[]) => helpers(running(containers, { volumes: folders('run') }));

  test.each([
    `until agentctl --socket=${AT} status >/dev/null 2>&1; do sleep 1; done\nexec shop`,
    `SOCK=${AT}\nwhile ! agentctl --socket="$SOCK" status; do\n  sleep 1\ndone\nexec shop`,
    `while [ ! -S ${AT} ]; do sleep 1; done; exec shop`,
    `test -S ${AT} || exit 1; exec shop`,
    `while true; do curl --unix-socket ${AT} http://agent/keys; sleep 60; done`,
  ])('is served by the one that does not ask for it: %s', script => {
    expect(served(app(script), agent())).toEqual(['agent: outbound']);
  });

  test('is served by the one that does not ask for it, also if both have one image', () => {
    expect(served(app(`until agentctl --socket=${AT} status; do sleep 1; done; exec agentctl watch`, { image: 'acme/agent:1' }), agent())).toEqual(['agent: outbound']);
  });

  test.each([
    ['starts the server itself', `agentd --socket=${AT} & while [ ! -S ${AT} ]; do sleep 1; done; wait`],
    ['restarts the server', `until agentd --socket=${AT}; do sleep 1; done`],
    ['makes room for it', `rm -f ${AT}; test -S ${AT} || exec agentd --socket=${AT}`],
    ['does not ask', `exec shop --socket=${AT}`],
  ])('tells nothing if a script %s', (_name, script) => {
    expect(served(app(script), agent())).toEqual([]);
  });

  test.each<[string, TestContainer[]]>([
    ['the other one certainly calls', [app(`test -S ${AT}; exec shop`), agent({ env: [{ name: 'DOCKER_HOST', value: `unix://${AT}` }] })]],
    ['two others name it', [app(`test -S ${AT}; exec shop`), agent(), { ...agent(), name: 'second' }]],
    ['both ask', [app(`test -S ${AT}; exec shop`), agent(shell(`test -S ${AT}; exec agent`))]],
  ])('tells nothing if %s', (_name, containers) => {
    expect(served(...containers)).toEqual([]);
  });
});

test('a port of UDP with the same number is another one', () => {
  const ports = (protocol?: string) => [{ containerPort: 7070, ...(protocol ? { protocol } : {}) }];
  const app = { name: 'app', image: 'acme/shop:1', ports: [{ containerPort: 8080 }], env: [{ name: 'GEO', value: 'http://localhost:7070' }] };
  const called = (...others: TestContainer[]) => running([app, ...others]).loopback.calls.map(({ to }) => to.name);

  expect(called({ name: 'h', image: 'acme/h:1', ports: ports('UDP') }, { name: 'g', image: 'acme/g:1', ports: ports() })).toEqual(['g']);
  expect(called({ name: 'h', image: 'acme/h:1', ports: ports('UDP') }, { name: 'g', image: 'acme/g:1' })).toEqual(['h']);
  expect(called({ name: 'h', image: 'acme/h:1', ports: ports('TCP') }, { name: 'g', image: 'acme/g:1', ports: ports() })).toEqual([]);
});

test('the address of a Consul agent in the settings of a client is no address of its own', () => {
  const app = { name: 'app', image: 'acme/shop:1', env: [{ name: 'CONSUL_HTTP_ADDR', value: 'localhost:8500' }] };
  const consul = { name: 'consul', image: 'hashicorp/consul:1.17', args: ['agent'], ports: [{ containerPort: 8500 }] };
  const alone = running([app, { name: 'other', image: 'acme/other:1' }]);

  expect(alone.loopback.servedLocally(alone.pod.container('app'))).toBeUndefined();
  expect(helpers(running([app, consul]))).toEqual(['consul: outbound']);
});
