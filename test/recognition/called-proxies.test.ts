import { helpers, running, service } from './pods';
import { unclearTies } from '../../src/recognition/ties';

const env = (variables: object) => Object.entries(variables).map(([name, value]) => ({ name, value }));

test('a called container serves also a script that only checks it, if it is a proxy with the port of a database that is not in the pod', () => {
  const script = { name: 'app', image: 'busybox:1.37', command: ['sh', '-c', 'while true; do nc -z localhost 5432; sleep 30; done'] };
  const proxy = (port: number) => ({ name: 'proxy', image: 'haproxy:3.0', ports: [{ containerPort: port }] });

  expect(helpers(running([proxy(5432), script]))).toEqual(['proxy: outbound']);
  expect(helpers(running([proxy(5432), script], { beside: [service(5432)] }))).toEqual([]);
  expect(helpers(running([proxy(5432), script, { name: 'db', image: 'postgres:17' }]))).not.toContain('proxy: outbound');
});

test('a called container is a part of the app beside two others of one release', () => {
  const part = (name: string, port: number, variables: object = {}, tag = '276977d') =>
    ({ name, image: `ghcr.io/acme/game/${name}:${tag}`, ports: [{ containerPort: port }], env: env(variables) });
  const pod = (tag?: string) => running([
    part('rooms', 8082), part('bots', 8084, { ROOM_DIRECTORY_URL: 'http://127.0.0.1:8082' }), part('console', 8085, { BOTS_URL: 'http://127.0.0.1:8084' }, tag),
  ]);

  expect(helpers(pod())).toEqual([]);
  expect(unclearTies(pod()).map(({ to }) => to.name)).toContain('rooms');
  expect(helpers(pod('1.2.0'))).toContain('rooms: outbound');
});

test('a called container serves a script without ports if it is a web server with a configuration of its own, and the script does not only check it', () => {
  const volumes = [{ name: 'config', configMap: { name: 'config' } }];
  const proxy = { name: 'proxy', image: 'nginx:1.27', volumeMounts: [{ name: 'config', mountPath: '/etc/nginx/conf.d/default.conf', subPath: 'nginx.conf' }] };
  const script = (text: string) => ({ name: 'app', image: 'busybox:1.37', command: ['sh', '-c', text] });

  expect(helpers(running([script('sleep 3 && wget -O- http://localhost:8080; sleep 3600'), proxy], { volumes }))).toEqual(['proxy: outbound']);
  expect(helpers(running([script('sleep 3 && wget -O- http://localhost:8080; sleep 3600'), proxy, { name: 'other', image: 'acme/other:1' }], { volumes }))).toEqual(['proxy: outbound']);
  expect(helpers(running([script('while true; do wget -O- http://localhost:8080; sleep 5; done'), proxy], { volumes }))).toEqual([]);
  expect(helpers(running([script('sleep 3 && wget -O- http://localhost:8080; sleep 3600'), { ...proxy, volumeMounts: [] }]))).toEqual([]);
});

test('a container that is told to pass requests on to another one receives its traffic, also without a Service', () => {
  const app = { name: 'app', image: 'acme/app:1', ports: [{ containerPort: 3000 }] };
  const guard = (...args: string[]) => ({ name: 'guard', image: 'acme/guard:2', args, ports: [{ containerPort: 8088 }] });

  expect(helpers(running([app, guard('--upstream', 'http://localhost:3000')]))).toEqual(['guard: inbound']);
  // The other half of an app may be called its backend.
  expect(helpers(running([app, guard('--backend', 'http://localhost:3000')]))).toEqual([]);
  // Clients call the app itself.
  expect(helpers(running([app, guard('--upstream', 'http://localhost:3000')], { beside: [service(3000)] }))).toEqual([]);
});
