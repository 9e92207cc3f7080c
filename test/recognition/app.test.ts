import { configMap, folders, helpers, mounting, running, service } from './pods';

const OPA = { name: 'x', image: 'openpolicyagent/opa:1.2.0', args: ['run', '--server', '--addr=:8181'], ports: [{ containerPort: 8181 }] };
const WEB = { name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080 }] };
const FEEDER = { name: 'y', image: 'curlimages/curl:8', command: ['sh', '-c', 'while true; do curl -T /p localhost:8181/v1/policies/p; sleep 60; done'] };

function app(...given: Parameters<typeof running>): string | undefined {
  const found = running(...given).app;
  return found && `${found.container.name}: ${found.why}`;
}

describe('the app of a pod', () => {
  test('is what Services send to, whatever its image is', () => {
    expect(app([OPA, { name: 'y', image: 'acme/y:1' }], { beside: [service(8181)] })).toBe('x: Services send to it');
    expect(helpers(running([OPA, { name: 'y', image: 'acme/y:1' }], { beside: [service(8181)] }))).toEqual([]);
    expect(helpers(running([OPA, WEB], { beside: [service(8080)] }))).toEqual(['x: outbound']);
  });

  test('is told by the names of images only as such', () => {
    const audit = { name: 'audit', image: 'reg.acme.example/monorepo:audit-proxy_v3' };
    const second = { name: 'second', image: 'acme/cluster-watcher:1' };

    expect(app([WEB, audit])).toBe("web: it has the only port, and 'audit' has the image name of a container that looks after others");
    expect(app([WEB, audit, second])).toBe("web: it has the only port, and 'audit' and 'second' have image names of containers that look after others");
  });

  test('is what a Service sends to at a port that another container calls and no one declares', () => {
    const client = { name: 'client', image: 'acme/x:1', env: [{ name: 'GEO_HOST', value: 'localhost' }, { name: 'GEO_PORT', value: '7070' }] };
    const server = { name: 'server', image: 'acme/y:1', args: ['serve', '-p', '7070'] };

    expect(app([client, server], { beside: [service(7070)] })).toBe('server: Services send to it');
    expect(app([client, server], { beside: [service(7071)] })).toBeUndefined();
  });

  test('is no part of a CSI driver that has a port for its own health', () => {
    const registrar = { name: 'registrar', image: 'registry.k8s.io/sig-storage/csi-node-driver-registrar:v2.17.0', ports: [{ containerPort: 29617 }] };
    const probe = { name: 'liveness', image: 'registry.k8s.io/sig-storage/livenessprobe:v2.19.0' };

    expect(app([probe, registrar, { name: 'driver', image: 'acme/csi:1' }])).toBeUndefined();
    expect(app([probe, registrar, { name: 'driver', image: 'acme/csi:1', ports: [{ containerPort: 9808 }] }])).toMatch(/^driver: /);
  });

  test('is what a proxy passes requests on to, though the proxy has the name of the workload', () => {
    const proxy = { name: 'shop', image: 'quay.io/brancz/kube-rbac-proxy:v0.14.0', args: ['--secure-listen-address=0.0.0.0:8443', '--upstream=http://127.0.0.1:8081/'], ports: [{ containerPort: 8443 }] };
    const served = { name: 'z', image: 'acme/z:1', args: ['--bind=127.0.0.1:8081'] };

    expect(app([proxy, served], { beside: [service(8443)] })).toBe("z: 'shop' receives what Services send and passes it on to it");
    expect(app([proxy, served])).toBe("z: 'shop' has the only port and passes it on to it");
    expect(helpers(running([proxy, served]))).toEqual(['shop: inbound']);
  });

  test('is what a proxy passes requests on to at its own port, on another address', () => {
    const proxy = { name: 'x', image: 'quay.io/brancz/kube-rbac-proxy:v0.18.0', args: ['--secure-listen-address=$(IP):9100', '--upstream=http://127.0.0.1:9100/'], ports: [{ containerPort: 9100 }] };
    const served = { name: 'z', image: 'acme/z:1', args: ['--web.listen-address=127.0.0.1:9100'] };

    expect(app([proxy, served])).toBe("z: 'x' has the only port and passes it on to it");
  });

  test('is what others only feed or set up', () => {
    expect(app([OPA, FEEDER])).toBe("x: it has the only port, and 'y' only looks after it");
    expect(helpers(running([OPA, FEEDER]))).toEqual([]);
    // An app without a port needs the policies.
    expect(helpers(running([OPA, { name: 'y', image: 'acme/worker:1', env: [{ name: 'OPA_URL', value: 'http://localhost:8181' }] }]))).toEqual(['x: outbound']);
  });

  test('is no tunnel and no route, which carry what belongs to others', () => {
    const sql = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['a:b:c'], ports: [{ containerPort: 5432 }] };

    expect(helpers(running([{ name: 'y', image: 'acme/y:1' }, sql], { beside: [service(5432)] }))).toEqual(['db: inbound']);
  });

  test('is an agent that reads its node, though it shares a folder with a helper', () => {
    const promtail = mounting({ '/logs:ro': 'pods', '/shared': 'token' }, { name: 'a', image: 'grafana/promtail:2.9.0', ports: [{ containerPort: 3101 }] });
    const token = mounting({ '/shared': 'token' }, { name: 'b', image: 'acme/token:1', args: ['--file=/shared/token'] });
    const volumes = [{ name: 'pods', hostPath: { path: '/var/log/pods' } }, ...folders('token')];

    expect(helpers(running([promtail, token], { kind: 'DaemonSet', volumes }))).toEqual([]);
  });

  test('calls its helper by a value of a ConfigMap', () => {
    const client = { ...WEB, env: [{ name: 'CONFIG', valueFrom: { configMapKeyRef: { name: 'local', key: 'config' } } }] };
    const agent = { name: 'agent', image: 'acme/consul-agent:1', ports: [{ containerPort: 8500 }] };

    expect(helpers(running([client, agent], { beside: [configMap('local', { config: '{"address": "localhost:8500"}' }), service(8080)] }))).toEqual(['agent: outbound']);
  });
});

test('what carries the calls of another one to other hosts is not what that one stands in front of', () => {
  const billing = { name: 'billing', image: 'acme/billing:1', ports: [{ containerPort: 8080 }], env: [{ name: 'PARTNER_API', value: 'http://localhost:8081' }] };
  const nginx = { name: 'nginx', image: 'nginx:1.27', volumeMounts: [{ name: 'config', mountPath: '/etc/nginx/conf.d' }] };
  const beside = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' }, data: { 'a.conf': 'server {\n  listen 8081;\n  location / { proxy_pass https://api.example.com; }\n}' } }];

  expect(helpers(running([billing, nginx], { volumes: [{ name: 'config', configMap: { name: 'config' } }], beside }))).toEqual(['nginx: outbound']);
});
