import { configMap, folders, mounting, running } from './pods';
import { gateText, settingText } from '../../src/recognition/gates/gate-text';
import { Recognition } from '../../src/recognition/recognition';
import { Surroundings } from '../../src/recognition/surroundings';
import { podOf, sidecar, TestContainer } from '../simulator/pods';

const APP = { name: 'web', image: 'ghcr.io/acme/web:1', ports: [{ containerPort: 8080 }] };

/** The gate of a container as one line, or why there is none. */
function gate(container: object, { spec = {}, beside = [], others = [] }: { spec?: object; beside?: object[]; others?: any[] } = {}): string {
  const pod = podOf([APP], [...others, sidecar('helper', container)], spec);
  const advice = new Recognition(pod, new Surroundings(beside)).gate(pod.container('helper'));
  return advice.known ? gateText(advice.probe) + settingText(advice.settings) : `none: ${advice.why}`;
}

const SQL = 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3';
const V1 = 'gcr.io/cloudsql-docker/gce-proxy';

test.each<[object, string]>([
  [{ image: 'gcr.io/google_containers/git-sync' }, 'none: its version is not known, and most versions in that registry have no health server'],
  [{ image: 'registry.k8s.io/git-sync/git-sync' }, 'httpGet / on port 9091, with --http-bind=:9091'],
  [{ image: 'acme/reflex:1', ports: [{ containerPort: 50051 }], readinessProbe: { exec: { command: ['python', '-c', "import socket; socket.create_connection(('127.0.0.1', 50051))"] } } },
    "exec python -c import socket; socket.create_connection(('127.0.0.1', 50051))"],
  [{ image: 'acme/reflex:1', ports: [{ containerPort: 50051 }], readinessProbe: { exec: { command: ['python', '-c', "import socket; socket.create_connection(('127.0.0.1', 8080))"] } } },
    'none: its program is unknown, and none of its other probes can serve as one'],
  [{ image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.0.0.preview.0', args: ['a:b:c'] }, 'none: a preview of its version 2 may not know the flags of its health server'],
  [{ image: SQL, args: ['a:b:c'] }, 'httpGet /startup on port 9801, with --health-check --http-address=0.0.0.0 --http-port=9801'],
  [{ image: SQL, args: ['--health-check', '--http-address', 'localhost', '--http-port=8090', 'a:b:c'] }, 'httpGet /startup on port 8090, with --http-address=0.0.0.0'],
  [{ image: SQL, args: ['--health-check', '--http-address=0.0.0.0', '--http-port', '9091'] }, 'httpGet /startup on port 9091'],
  [{ image: SQL, args: ['--health-check', '--http-address=0.0.0.0', 'a:b:c'] }, 'httpGet /startup on port 9090'],
  [{ image: SQL, args: ['--health-check', '--http-address 0.0.0.0', 'a:b:c'] }, 'httpGet /startup on port 9090'],
  [{ image: SQL, args: ['--health-check=false', 'x'] }, 'httpGet /startup on port 9801, with --health-check --http-address=0.0.0.0 --http-port=9801'],
  [{ image: SQL, args: ['--http-port=$(PORT)'], env: [{ name: 'PORT', valueFrom: {} }] }, 'none: the manifest does not show the port of its health server'],
  [{ image: SQL, env: [{ name: 'CSQL_PROXY_INSTANCE_CONNECTION_NAME', value: 'a' }] },
    'httpGet /startup on port 9801, with CSQL_PROXY_HEALTH_CHECK=true CSQL_PROXY_HTTP_ADDRESS=0.0.0.0 CSQL_PROXY_HTTP_PORT=9801'],
  [{ image: `${SQL}-alpine`, command: ['sh', '-c', 'cloud-sql-proxy a:b:c'] },
    'httpGet /startup on port 9801, with CSQL_PROXY_HEALTH_CHECK=true CSQL_PROXY_HTTP_ADDRESS=0.0.0.0 CSQL_PROXY_HTTP_PORT=9801'],
  [{ image: `${V1}:1.30.1`, command: ['/cloud_sql_proxy', '-instances=a=tcp:5432'] }, 'httpGet /startup on port 8090, with -use_http_health_check'],
  [{ image: `${V1}:1.30.1`, command: ['/cloud_sql_proxy', '-use_http_health_check', '-health_check_port=8091'] }, 'httpGet /startup on port 8091'],
  [{ image: `${V1}:1.30.1`, command: ['sh', '-c', '/cloud_sql_proxy -instances=a=tcp:5432'] }, 'httpGet /startup on port 8090, with -use_http_health_check'],
  [{ image: `${V1}:1.30.1`, command: ['sh', '-c', './start.sh -instances=a=tcp:5432'] },
    'none: a script starts it, so the flags that its startup probe needs cannot be added'],
  [{ image: `${V1}:1.30.1`, command: ['kubexit', 'sh', '-c', '/cloud_sql_proxy -instances=a=tcp:5432'] },
    'none: a script starts it, so the flags that its startup probe needs cannot be added'],
  [{ image: `${V1}:1.16`, command: ['/cloud_sql_proxy', '-instances=a:b:c=tcp:0.0.0.0:3306'] }, 'tcpSocket on port 3306'],
  [{ image: `${V1}:1.11` }, 'none: this version has no health server and listens only on loopback'],
  [{ image: `${V1}:\${TAG}` }, 'none: the manifest does not show its version, and old versions have no health server'],
  [{ image: 'mirror/cloud-sql-proxy:1.33.2', args: ['-instances=a=tcp:1'] }, 'httpGet /startup on port 8090, with -use_http_health_check'],
  [{ image: 'alloydb-auth-proxy:1.10.1' }, 'httpGet /startup on port 9802, with --health-check --http-address=0.0.0.0 --http-port=9802'],
])('a proxy for databases: %j', (container, expected) => {
  expect(gate(container)).toBe(expected);
});

test.each<[object, string]>([
  [{ image: 'git-sync:v4.2.3', args: ['--repo=x'] }, 'httpGet / on port 9091, with --http-bind=:9091'],
  [{ image: 'git-sync:v4.2.3', args: ['--http-bind=:1234'] }, 'httpGet / on port 1234'],
  [{ image: 'git-sync:v4.2.3', args: ['--http-bind=localhost:1234'] }, 'httpGet / on port 1234, with --http-bind=:1234'],
  [{ image: 'git-sync:v3.1.6', env: [{ name: 'GIT_SYNC_REPO', value: 'x' }] }, 'httpGet / on port 9091, with GIT_SYNC_HTTP_BIND=:9091'],
  [{ image: 'git-sync:v4.2.3', args: ['--one-time'] }, 'none: it runs once and exits'],
  [{ image: 'git-sync:v2.0.6' }, 'none: this version has no health server'],
  [{ image: 'opa:0.50.2', args: ['run', '--server'] }, 'httpGet /health on port 8181'],
  [{ image: 'opa:1.19.1', args: ['run', '--server'] }, 'httpGet /health on port 8282, with --diagnostic-addr=0.0.0.0:8282'],
  [{ image: 'opa:1.19.1', args: ['run', '--server', '--addr=:8181'] }, 'httpGet /health on port 8181'],
  [{ image: 'opa:latest', args: ['run', '-s'] }, 'httpGet /health on port 8282, with --diagnostic-addr=0.0.0.0:8282'],
  [{ image: 'opa:1.19.1' }, 'none: the manifest does not show that it serves plain HTTP'],
  [{ image: 'jaeger-agent:1.62.0' }, 'httpGet / on port 14271'],
  [{ image: 'jaeger-agent:1.12.0' }, 'httpGet / on port 14271'],
  [{ image: 'jaeger-agent:1.5.0' }, 'none: this version has no health endpoint'],
  [{ image: 'jaeger-agent:1.17.0', env: [{ name: 'ADMIN_HTTP_PORT', value: '9000' }] }, 'none: the manifest does not show that the kubelet can reach its admin port'],
  [{ image: 'docker:28-dind' }, 'exec docker info'],
  [{ image: 'docker:28-dind', args: ['--host=tcp://0.0.0.0:2375'] }, 'exec docker info'],
  [{ image: 'docker:28-dind', command: ['dockerd-entrypoint.sh'], args: ['--host=tcp://0.0.0.0:2375'] }, 'exec docker info'],
  [{ image: 'docker:28-dind', args: ['dockerd', '--host=tcp://127.0.0.1:2375'] }, 'exec docker --host=tcp://127.0.0.1:2375 info'],
  [{ image: 'docker:28-dind', command: ['dockerd', '-H', 'tcp://0.0.0.0:1234'] }, 'exec docker --host=tcp://127.0.0.1:1234 info'],
  [{ image: 'docker:28-dind', command: ['dockerd', '-H=unix:///var/run/docker.sock', '-H=tcp://:2375'] }, 'exec docker info'],
  [{ image: 'docker:28-dind', command: ['dockerd', '-H', 'tcp://0.0.0.0:2375', '--tls=false'] }, 'exec docker --host=tcp://127.0.0.1:2375 info'],
  [{ image: 'docker:28-dind', command: ['dockerd', '--host=tcp://0.0.0.0:2376', '--tlsverify'] }, 'none: the manifest does not show its socket'],
  [{ image: 'docker:28-dind', command: ['dockerd', '--host=unix:///shared/docker.sock'] }, 'exec docker --host=unix:///shared/docker.sock info'],
  [{ image: 'docker:28-dind', command: ['dockerd', '--host=unix://$(SOCKET)'] }, 'none: the manifest does not show its socket'],
  [{ image: 'k8s.gcr.io/leader-elector:0.4', args: ['--election=web', '--http=0.0.0.0:4040'] }, 'httpGet / on port 4040'],
  [{ image: 'k8s.gcr.io/leader-elector:0.4', args: ['--election=web', '--http=localhost:4040'] }, 'none: it serves nothing that the kubelet can reach'],
  [{ image: 'moby/buildkit:v0.30.0-rootless', args: ['--addr', 'unix:///run/user/1000/buildkit/buildkitd.sock'] }, 'exec buildctl debug workers'],
  [{ image: 'moby/buildkit:v0.30.0', args: ['--addr=unix:///shared/b.sock'] }, 'exec buildctl --addr=unix:///shared/b.sock debug workers'],
  [{ image: 'moby/buildkit:v0.30.0', args: ['--addr=tcp://0.0.0.0:1234'] }, 'none: it opens no socket that its client can ask'],
  [{ image: 'qmcgaw/gluetun:v3.40' }, 'exec /gluetun-entrypoint healthcheck'],
  [{ image: 'qmcgaw/gluetun:v3' }, 'exec /gluetun-entrypoint healthcheck'],
  [{ image: 'qmcgaw/gluetun:v3.26.0' }, 'none: this version has no health endpoint'],
  [{ image: 'docker:28-dind', command: ['sleep', '1000'] }, 'none: no startup probe is known to pass for Docker daemon as it is configured'],
  [{ image: 'statsd-exporter:v0.30.0' }, 'httpGet /-/ready on port 9102'],
  [{ image: 'statsd-exporter', args: ['--web.listen-address=:1'] }, 'httpGet /metrics on port 1'],
  [{ image: 'statsd-exporter:v0.20.0', args: ['--web.telemetry-path=/stats'] }, 'httpGet /stats on port 9102'],
  [{ image: 'redis:8' }, 'exec redis-cli ping'],
  [{ image: 'redis:8', args: ['--port', '6380'] }, 'exec redis-cli -p 6380 ping'],
  [{ image: 'redis:8', args: ['redis-sentinel', '/etc/sentinel'] }, 'none: no startup probe is known to pass for Redis as it is configured'],
  [{ image: 'redis:8', args: ['/etc/redis.conf'] }, 'none: the manifest does not show its port'],
  [{ image: 'memcached:1.6' }, 'tcpSocket on port 11211'],
  [{ image: 'memcached:1.6-alpine' }, 'exec nc -z 127.0.0.1 11211'],
  [{ image: 'memcached:1.6-alpine', args: ['-l', '0.0.0.0', '-p', '11212'] }, 'exec nc -z 127.0.0.1 11212'],
  [{ image: 'memcached:1.6-alpine', args: ['-l', '$(POD_IP)'] }, 'tcpSocket on port 11211'],
  [{ image: 'memcached:1.6-alpine', args: ['-l', '127.0.0.1'] }, 'exec nc -z 127.0.0.1 11211'],
  [{ image: 'memcached:1.6', args: ['-l', '127.0.0.1'] }, 'none: it listens on loopback and its image has no client'],
  [{ image: 'edoburu/pgbouncer', env: [{ name: 'LISTEN_PORT', value: '6432' }] }, 'exec pg_isready -h 127.0.0.1 -p 6432 -U pgbouncer -d pgbouncer'],
  [{ image: 'edoburu/pgbouncer', env: [{ name: 'LISTEN_ADDR', value: '127.0.0.1' }] }, 'exec pg_isready -h 127.0.0.1 -p 5432 -U pgbouncer -d pgbouncer'],
  [{ image: 'edoburu/pgbouncer', env: [{ name: 'LISTEN_ADDR', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }] }, 'tcpSocket on port 5432'],
  [{ image: 'bitnami/pgbouncer' }, 'none: the manifest does not show its port'],
  [{ image: 'daprd:1.18.3', args: ['--dapr-public-port=3502'] }, 'httpGet /v1.0/healthz/outbound on port 3502'],
  [{ image: 'oauth2-proxy:v7', args: ['--http-address=http://0.0.0.0:4180'] }, 'httpGet /ping on port 4180'],
  [{ image: 'oauth2-proxy:v7' }, 'none: it listens on loopback by default'],
  [{ image: 'kube-rbac-proxy', args: ['--secure-listen-address=0.0.0.0:8443'] }, 'tcpSocket on port 8443'],
  [{ image: 'kube-rbac-proxy', args: ['--secure-listen-address=:8443', '--proxy-endpoints-port=8643'] }, 'httpGet /healthz on port 8643 by HTTPS'],
  [{ image: 'cloudflared', args: ['tunnel', '--metrics', '0.0.0.0:2000'] }, 'httpGet /healthcheck on port 2000'],
  ...[['--port=8009', '--address=0.0.0.0'], ['--port', '8009', '--address', '0.0.0.0'], ['-p8009', '--address=::'], ['-p', '8009', '--address=0.0.0.0']].map((flags): [object, string] => [
    { image: 'bitnami/kubectl:1.31', command: ['kubectl', 'proxy', ...flags] }, 'tcpSocket on port 8009',
  ]),
  [{ image: 'acme/tools:1', command: ['bash', '-c'], args: ["set -e; echo start; kubectl proxy --address 0.0.0.0 --accept-hosts '.*'"] }, 'tcpSocket on port 8001'],
  [{ image: 'bitnami/kubectl:1.31', command: ['kubectl', 'proxy', '--port=8009'] }, 'none: it listens on loopback, where the kubelet cannot reach it'],
  [{ image: 'bitnami/kubectl:1.31', command: ['kubectl', 'proxy', '--port=0', '--address=0.0.0.0'] }, 'none: the manifest does not show where it listens'],
  [{ image: 'daprd:1.3.1' }, 'none: this version has no health endpoint'],
  [{ image: 'tailscale:v1.60.0', env: [{ name: 'TS_ENABLE_HEALTH_CHECK', value: 'true' }] }, 'none: this version has no health endpoint'],
  [{ image: 'tailscale:v1.78.0', env: [{ name: 'TS_ENABLE_HEALTH_CHECK', value: 'true' }] }, 'httpGet /healthz on port 9002'],
  [{ image: 'datadog/agent:6.5.2' }, 'none: this version has no health endpoint'],
  [{ image: 'alloydb-auth-proxy:0.5.1' }, 'none: this version has no health endpoint'],
  [{ image: 'cloudflared:2019.11.0', args: ['tunnel', '--metrics=0.0.0.0:2000'] }, 'none: this version has no health endpoint'],
  [{ image: 'opa:0.19.2', args: ['run', '--server', '--addr=localhost:8181'] }, 'none: it listens on loopback, and this version has no other address for its health endpoint'],
  [{ image: 'opa:0.50.0', args: ['run', '--server'], env: [{ name: 'OPA_RUN_ADDR', value: '0.0.0.0:9000' }] }, 'httpGet /health on port 8181'],
  [{ image: 'prometheus-config-reloader:v0.60.0', args: ['--listen-address=:8080'] }, 'none: this version has no health endpoint'],
  [{ image: 'oauth-proxy:4.1', args: ['--proxy-prefix=/login'] }, 'httpGet /login/healthz on port 8443 by HTTPS'],
  [{ image: 'tailscale', env: [{ name: 'TS_ENABLE_HEALTH_CHECK', value: 'true' }] }, 'httpGet /healthz on port 9002'],
  [{ image: 'k8s-sidecar:2.10.1', env: [{ name: 'HEALTH_PORT', value: '8081' }] }, 'httpGet /healthz on port 8081'],
  [{ image: 'k8s-sidecar:2.10.1' }, 'httpGet /healthz on port 8081, with HEALTH_PORT=8081'],
  [{ image: 'k8s-sidecar:2.10.1', env: [{ name: 'HEALTH_PORT', value: '8081' }, { name: 'REQ_URL', value: 'http://localhost:3000/reload' }] },
    'none: it calls the app after its first sync, and the app is not up yet then'],
  [{ image: 'k8s-sidecar:2.10.1', env: [{ name: 'HEALTH_PORT', value: '8081' }, { name: 'REQ_URL', value: 'http://localhost:3000/reload' }, { name: 'REQ_SKIP_INIT', value: 'true' }] },
    'httpGet /healthz on port 8081'],
  [{ image: 'k8s-sidecar:1.25.0' }, 'none: its version may have no health server'],
  [{ image: 'datadog/agent:7' }, 'httpGet /live on port 5555, with DD_HEALTH_PORT=5555'],
  [{ image: 'datadog/agent:7', command: ['trace-agent'] }, 'none: it runs a part of the agent that has no health server of its own'],
  [{ image: 'grafana/alloy', args: ['run', '--server.http.listen-addr=0.0.0.0:1'] }, 'httpGet /-/ready on port 1'],
  [{ image: 'cloudwatch-agent' }, 'none: it has no health server, and listens for datagrams'],
  [{ image: 'istio/proxyv2:1.29' }, 'none: its injector decides how it starts'],
  [{ image: 'haproxy:3.4' }, 'none: its health check may depend on the app'],
])('a known program: %j', (container, expected) => {
  expect(gate(container)).toBe(expected);
});

const MOUNTED = { volumeMounts: [{ name: 'conf', mountPath: '/conf' }] };

test.each<[string, string, string]>([
  ['otel/opentelemetry-collector:0.159.0', 'extensions:\n  health_check:\n    endpoint: 0.0.0.0:13133\nservice:\n  extensions: [health_check]\n', 'httpGet / on port 13133'],
  ['otel/opentelemetry-collector:0.159.0', 'extensions:\n  health_check:\n    endpoint: ${env:MY_POD_IP}:13133\nservice:\n  extensions:\n  - health_check\n', 'httpGet / on port 13133'],
  ['otel/opentelemetry-collector:0.159.0', 'extensions:\n  health_check: {endpoint: "0.0.0.0:13133", path: /health/status}\nservice:\n  extensions: [health_check]\n', 'httpGet /health/status on port 13133'],
  ['otel/opentelemetry-collector:0.159.0', 'extensions:\n  health_check:\n    endpoint: 0.0.0.0:13133\n    path: ${env:HEALTH}\nservice:\n  extensions: [health_check]\n', 'none: its health check answers only clients with a certificate, or at a path that the manifest does not show'],
  ['otel/opentelemetry-collector:0.159.0', 'extensions:\n  health_check:\n    endpoint: 0.0.0.0:13133\n    tls:\n      cert_file: /t/c\n      client_ca_file: /t/ca\nservice:\n  extensions: [health_check]\n', 'none: its health check answers only clients with a certificate, or at a path that the manifest does not show'],
  ['otel/opentelemetry-collector:0.159.0', 'extensions:\n  health_check:\nservice:\n  extensions: [health_check]\n', 'none: its health check listens on loopback'],
  ['otel/opentelemetry-collector:0.90.0', 'extensions:\n  health_check:\nservice:\n  extensions: [health_check]\n', 'httpGet / on port 13133'],
  ['amazon/aws-otel-collector:v0.40.0', 'extensions:\n  health_check:\nservice:\n  extensions: [health_check]\n', 'httpGet / on port 13133'],
  ['amazon/aws-otel-collector:v0.41.0', 'extensions:\n  health_check:\nservice:\n  extensions: [health_check]\n', 'none: its health check listens on loopback'],
  ['acme/otel-collector:0.3.0', 'extensions:\n  health_check:\nservice:\n  extensions: [health_check]\n', 'none: its configuration shows no health check'],
  ['otel/opentelemetry-collector:0.159.0', 'extensions:\n  health_check:\n    endpoint: 0.0.0.0:13133\n    path: /up\nservice:\n  extensions: [health_check]\n', 'httpGet /up on port 13133'],
  ['otel/opentelemetry-collector:0.159.0', 'extensions:\n  health_check: { endpoint: 0.0.0.0:13133, tls: { cert_file: /c } }\nservice:\n  extensions: [health_check]\n', 'httpGet / on port 13133 by HTTPS'],
  ['envoyproxy/envoy:v1.10.0', 'admin:\n  address: { socket_address: { address: 0.0.0.0, port_value: 9901 } }\n', 'none: this version has no health endpoint'],
  ['otel/opentelemetry-collector:0.159.0', 'extensions:\n  health_check:\n    endpoint: 0.0.0.0:13133\n', 'none: its configuration shows no health check'],
  ['fluent/fluent-bit:5.1.1', '[SERVICE]\n    HTTP_Server On\n    HTTP_Port 2021\n', 'httpGet / on port 2021'],
  ['fluent/fluent-bit:5.1.1', '[SERVICE]\n    Flush 1\n', 'none: the manifest does not show that its HTTP server is on'],
  ['timberio/vector:0.57.0', 'api:\n  enabled: true\n  address: 0.0.0.0:8686\n', 'httpGet /health on port 8686'],
  ['timberio/vector:0.57.0', 'api:\n  enabled: true\n', 'none: the manifest does not show that the kubelet can reach its API'],
  ['envoyproxy/envoy:v1.39.0', 'admin:\n  address:\n    socket_address:\n      address: 0.0.0.0\n      port_value: 9901\n', 'httpGet /ready on port 9901'],
  ['envoyproxy/envoy:v1.39.0', 'admin:\n  address:\n    socket_address: { address: 127.0.0.1, port_value: 9901 }\n',
    'none: its admin port, which tells its readiness, listens on loopback'],
  ['pgbouncer:1', '[pgbouncer]\nlisten_addr = *\nlisten_port = 6432\n', 'tcpSocket on port 6432'],
  ['pgbouncer:1', '[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = 6432\n', 'none: it listens on loopback and its image may have no client'],
  ['ghcr.io/cloudnative-pg/pgbouncer:1.25.1', '[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = 6432\n', 'exec pg_isready -h 127.0.0.1 -p 6432 -U pgbouncer -d pgbouncer'],
])('%s with a ConfigMap of the same input', (image, text, expected) => {
  const beside = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'conf' }, data: { file: text } }];

  expect(gate({ image, ...MOUNTED }, { beside, spec: { volumes: [{ name: 'conf', configMap: { name: 'conf' } }] } })).toBe(expected);
});

test('a template of Vault Agent is its gate', () => {
  const beside = [{ kind: 'ConfigMap', metadata: { name: 'conf' }, data: { 'agent.hcl': 'template {\n  destination = "/vault/secrets/db"\n}\n' } }];
  const spec = { volumes: [{ name: 'conf', projected: { sources: [{ configMap: { name: 'conf' } }] } }] };

  expect(gate({ image: 'hashicorp/vault:2.0.4', args: ['agent', '-config=/conf/agent.hcl'], ...MOUNTED }, { beside, spec })).toBe('exec test -s /vault/secrets/db');
  expect(gate({ image: 'hashicorp/vault:2.0.4', args: ['server'], ...MOUNTED }, { beside, spec })).toMatch(/^none/);
});

test('a template of Vault Agent that may render nothing is its gate once its file is there', () => {
  const text = 'template {\n  contents = "{{ with secret \\"kv/f\\" }}{{ if .Data.debug }}DEBUG=1{{ end }}{{ end }}"\n  destination = "/vault/secrets/flags"\n}\n';
  const spec = { volumes: [{ name: 'conf', configMap: { name: 'conf' } }] };

  expect(gate({ image: 'hashicorp/vault:2.0.4', args: ['agent', '-config=/conf/agent.hcl'], ...MOUNTED }, { beside: [configMap('conf', { 'agent.hcl': text })], spec })).toBe('exec test -e /vault/secrets/flags');
});

test.each<[string, object, string]>([
  ['its readiness', { readinessProbe: { httpGet: { path: '/r', port: 9000 } }, livenessProbe: { tcpSocket: { port: 1 } } }, 'httpGet /r on port 9000'],
  ['its liveness', { livenessProbe: { grpc: { port: 9000 } } }, 'grpc on port 9000'],
  ['a command', { readinessProbe: { exec: { command: ['cat', '/tmp/up'] } } }, 'exec cat /tmp/up'],
  ['a command that calls its own port', { readinessProbe: { exec: { command: ['curl', 'http://localhost:9000/'] } } }, 'exec curl http://localhost:9000/'],
  ['a port that its command opens to all', { command: ['cloud_sql_proxy', '-instances=a:b:c=tcp:0.0.0.0:9000'], readinessProbe: { tcpSocket: { port: 9000 } } }, 'tcpSocket on port 9000'],
  ['a port by its name', { ports: [{ name: 'health', containerPort: 9000 }], readinessProbe: { tcpSocket: { port: 'health' } } }, 'tcpSocket on port health'],
])('an unknown program is asked what it is asked already: %s', (_name, container, expected) => {
  expect(gate({ image: 'ghcr.io/acme/helper:1', ...container })).toBe(expected);
});

test.each<[string, object]>([
  ['on the loopback of the node', { readinessProbe: { httpGet: { host: 'localhost', path: '/', port: 9000 } } }],
  ['on a port of the app', { readinessProbe: { tcpSocket: { port: 8080 } } }],
  ['by a command that calls the app', { readinessProbe: { exec: { command: ['curl', 'http://127.0.0.1:8080'] } } }],
  ['by a command that calls somebody in the pod', { readinessProbe: { exec: { command: ['mysql', '-h', '127.0.0.1'] } } }],
  ['on a port by a name that it does not have', { readinessProbe: { tcpSocket: { port: 'http' } } }],
  ['by a command that calls the app by the address of the pod', { readinessProbe: { exec: { command: ['sh', '-c', 'curl -f http://$(hostname -i):8080/'] } } }],
  ['by a command that calls the app by a variable', { readinessProbe: { exec: { command: ['nc', '-z', '$POD_IP', '8080'] } } }],
  ['that always fails', { readinessProbe: { exec: { command: ['false'] } } }],
  ['that is no program', { livenessProbe: { exec: { command: ['exit', '1'] } } }],
  ['whose script always fails', { readinessProbe: { exec: { command: ['/bin/sh', '-c', 'exit 1 # keeps the pod "Not Ready""'] } } }],
  ['whose script fails after some work', { readinessProbe: { exec: { command: ['sh', '-c', 'echo no; sleep 1; exit 3'] } } }],
  ['whose script stops at a failure', { readinessProbe: { exec: { command: ['sh', '-ec', 'false; cat /tmp/up'] } } }],
  ['that goes through the proxy of Istio', { readinessProbe: { httpGet: { path: '/app-health/helper/readyz', port: 15020 } } }],
])('a probe %s is no gate', (_name, container) => {
  expect(gate({ image: 'ghcr.io/acme/helper:1', ...container })).toBe('none: its program is unknown, and none of its other probes can serve as one');
});

test.each([
  'cat /tmp/up || exit 1', 'test -e /tmp/up && exit 0; exit 1', '[ -f /tmp/up ] || false', 'if cat /tmp/up; then exit 0; else exit 1; fi', 'curl -f file:///up; exit $?', '! false', 'exit 0',
])('a script that can succeed is a gate: %s', script => {
  expect(gate({ image: 'ghcr.io/acme/helper:1', readinessProbe: { exec: { command: ['sh', '-c', script] } } })).toBe(`exec sh -c ${script}`);
});

test('a probe of an unknown program that looks at the others is no gate: it may pass only once they run', () => {
  const pod = (spec: object, variables: readonly object[] = []) => running([
    { name: 'web', image: 'ghcr.io/acme/web:1' },
    { name: 'warden', image: 'ghcr.io/acme/warden:1', env: [...variables], ports: [{ containerPort: 8080 }], readinessProbe: { httpGet: { path: '/readyz', port: 8080 } } },
  ], { spec });
  const isGate = (...given: Parameters<typeof pod>) => {
    const found = pod(...given);
    return found.gate(found.pod.container('warden')).known;
  };

  expect(isGate({})).toBe(true);
  expect(isGate({ shareProcessNamespace: true })).toBe(false);
  expect(isGate({}, [{ name: 'TARGET_CONTAINER_NAME', value: 'web' }])).toBe(false);
  expect(isGate({}, [{ name: 'TARGET_CONTAINER_NAME', value: 'warden' }])).toBe(true);
});

test('in a pod that shares its processes, the probe of a container that others call is a gate, and that of another one is none for that reason', () => {
  const ENGINE = { name: 'engine', image: 'ghcr.io/acme/engine:1', ports: [{ containerPort: 8000 }], readinessProbe: { httpGet: { path: '/ready', port: 8000 } } };
  const gateBeside = (env: readonly object[]) => {
    const found = running([{ name: 'work', image: 'ghcr.io/acme/work:1', env: [...env] }, ENGINE], { spec: { shareProcessNamespace: true } });
    return found.gate(found.pod.container('engine'));
  };

  expect(gateBeside([{ name: 'ENGINE_URL', value: 'http://localhost:8000/ready' }])).toMatchObject({ known: true, probe: { httpGet: { path: '/ready', port: 8000 } } });
  expect(gateBeside([])).toEqual({ known: false, why: 'its program is unknown, and the pod shares its processes, so its other probes may pass only once another container runs' });
});

test('a probe of a proxy that also forwards to the app is no gate: the app answers it', () => {
  const nginx = (rest: object) => ({ name: 'proxy', image: 'nginx:1.27', ports: [{ containerPort: 80 }, { containerPort: 8081 }], readinessProbe: { httpGet: { path: '/healthz', port: 80 } }, ...rest });
  const app = { name: 'app', image: 'ghcr.io/acme/app:1', ports: [{ containerPort: 3000 }], env: [{ name: 'SEARCH_URL', value: 'http://localhost:8081' }] };
  const isGate = (rest: object) => {
    const pod = running([app, nginx(rest)], { volumes: [{ name: 'conf', configMap: { name: 'conf' } }] });
    return pod.gate(pod.pod.container('proxy')).known;
  };

  expect(isGate({ volumeMounts: [{ name: 'conf', mountPath: '/etc/nginx/conf.d' }] })).toBe(false);
  expect(isGate({})).toBe(true);
});

test('a probe of one that calls what stays an ordinary container is no gate', () => {
  const pool = { name: 'pool', image: 'ghcr.io/acme/pool:1', ports: [{ containerPort: 6432 }], env: [{ name: 'DB_URL', value: 'postgres://localhost:5432/x' }], readinessProbe: { tcpSocket: { port: 6432 } } };
  const db = { name: 'db', image: 'postgres:16', ports: [{ containerPort: 5432 }] };
  const pod = running([{ name: 'web', image: 'ghcr.io/acme/web:1' }, pool, db]);

  expect(pod.gate(pod.pod.container('pool')).known).toBe(false);
});

test('a probe on a port where an unknown program is told to listen on loopback is no gate', () => {
  expect(gate({ image: 'ghcr.io/acme/helper:1', args: ['--listen=127.0.0.1:7070'], readinessProbe: { httpGet: { path: '/ready', port: 7070 } } })).toMatch(/^none/);
  expect(gate({ image: 'ghcr.io/acme/helper:1', args: ['--tcp-addr', '127.0.0.1:7070'], readinessProbe: { tcpSocket: { port: 7070 } } })).toMatch(/^none/);
  expect(gate({ image: 'ghcr.io/acme/helper:1', args: ['--listen=:7070'], readinessProbe: { httpGet: { path: '/ready', port: 7070 } } })).toBe('httpGet /ready on port 7070');
});

test('the port of a health server is not one that another container is told to listen on', () => {
  const pod = running([{ name: 'web', image: 'ghcr.io/acme/web:1', env: [{ name: 'PORT', value: '9801' }] }, { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1', args: ['--port=5432', 'a:b:c'] }]);

  expect(JSON.stringify(pod.gate(pod.pod.container('db')))).not.toContain('9801');
});

test('a probe on a port where the app is told to listen is no gate', () => {
  const pod = running([
    { name: 'web', image: 'ghcr.io/acme/web:1', env: [{ name: 'LISTEN_ADDR', value: ':8080' }] },
    { name: 'helper', image: 'ghcr.io/acme/helper:1', readinessProbe: { tcpSocket: { port: 8080 } } },
  ]);

  expect(pod.gate(pod.pod.container('helper')).known).toBe(false);
});

/** The gate of a helper that probes a file in a folder which it shares with the app. */
function fileGate(file: string, path: string, rest: { app?: string[]; own?: string[]; inits?: TestContainer[] } = {}): boolean {
  const { app = [], own = [], inits = [] } = rest;
  const pod = running([
    mounting({ '/run/app': 'shared' }, { name: 'web', image: 'busybox', command: ['sh', '-c', ...app] }),
    mounting({ [path]: 'shared' }, { name: 'helper', image: 'ghcr.io/acme/helper:1', command: ['sh', '-c', ...own], readinessProbe: { exec: { command: ['test', '-e', file] } } }),
  ], { volumes: folders('shared'), inits });
  return pod.gate(pod.pod.container('helper')).known;
}

test.each<[string, boolean, boolean]>([
  ['that the app writes is no gate', false, fileGate('/shared/up', '/shared', { app: ['touch /run/app/up; exec web'] })],
  ['that the helper cannot write is no gate', false, fileGate('/shared/up', '/shared:ro')],
  ['that both write is one', true, fileGate('/shared/up', '/shared', { app: ['touch /run/app/up; exec web'], own: ['touch /shared/up; exec helper'] })],
  ['that the app does not write is one', true, fileGate('/shared/down', '/shared', { app: ['touch /run/app/up; exec web'] })],
  ['that an init container may write is one', true, fileGate('/shared/up', '/shared:ro', { inits: [mounting({ '/out': 'shared' }, { name: 'fill', image: 'busybox' })] })],
  ['elsewhere is one', true, fileGate('/tmp/up', '/shared:ro')],
])('a probe on a file %s', (_name, expected, isGate) => {
  expect(isGate).toBe(expected);
});

describe('a probe on a file that only the app can be meant to write is no gate', () => {
  const app = mounting({ '/logs': 'shared' }, { ...APP, name: 'app', env: [{ name: 'LOG_FILE', value: '/logs/app.log' }] });
  const probed = (file: string, rest: object) => {
    const helper = mounting({ '/shared': 'shared' }, { name: 'helper', image: 'ghcr.io/acme/helper:1', ...rest, readinessProbe: { exec: { command: ['sh', '-c', `test -s ${file}`] } } });
    const pod = running([app, helper], { volumes: folders('shared') });
    return pod.gate(pod.pod.container('helper')).known;
  };

  test.each<[string, string, object]>([
    ['what a shipper reads', '/shared/data.txt', { image: 'fluent/fluent-bit:2.2-debug' }],
    ['a log of which the app is told', '/shared/app.log', { ports: [{ containerPort: 7000 }] }],
    ['what is named after the app', '/shared/app-ready', {}],
  ])('%s', (_name, file, rest) => {
    expect(probed(file, rest)).toBe(false);
  });

  test('but one of its own is one', () => {
    expect([probed('/shared/helper-of-app.ready', {}), probed('/shared/ready', {})]).toEqual([true, true]);
    expect(probed('/shared/app-ready', { command: ['sh', '-c', 'prepare; touch /shared/app-ready; exec serve'] })).toBe(true);
  });
});

test('a probe on a socket of the app is no gate', () => {
  const pod = running([
    mounting({ '/sock': 'shared' }, { name: 'web', image: 'ghcr.io/acme/web:1', args: ['--listen=unix:///sock/web.sock'] }),
    mounting({ '/sock': 'shared' }, { name: 'helper', image: 'ghcr.io/acme/helper:1', args: ['--upstream=unix:///sock/web.sock'], livenessProbe: { exec: { command: ['test', '-S', '/sock/web.sock'] } } }),
  ], { volumes: folders('shared') });

  expect(pod.gate(pod.pod.container('helper')).known).toBe(false);
});

test.each<[string, object]>([
  ['its command', { command: ['/cloud_sql_proxy', '-instances=a:b:c=tcp:5432'] }],
  ['its variable', { command: ['kubexit', 'cloud_sql_proxy'], env: [{ name: 'INSTANCES', value: 'a:b:c=tcp:localhost:5432' }] }],
])('a probe on a port that %s opens on loopback is no gate', (_name, container) => {
  expect(gate({ image: 'ghcr.io/acme/helper:1', ...container, readinessProbe: { tcpSocket: { port: 5432 } } }))
    .toBe('none: the manifest does not show its version, and old versions have no health server');
});

test('a port that is only declared is no gate', () => {
  expect(gate({ image: 'ghcr.io/acme/helper:1', ports: [{ containerPort: 9000 }] })).toMatch(/^none/);
});

test('in the network of the node, its loopback is reached', () => {
  const probe = { readinessProbe: { httpGet: { host: '127.0.0.1', path: '/', port: 9000 } } };

  expect(gate({ image: 'ghcr.io/acme/helper:1', ...probe }, { spec: { hostNetwork: true } })).toBe('httpGet / on port 9000');
});

test('a path of an inbound proxy may be answered by the app, a port is its own', () => {
  expect(gate({ image: 'nginx:1', readinessProbe: { httpGet: { path: '/', port: 80 } } })).toMatch(/^none/);
  expect(gate({ image: 'nginx:1', readinessProbe: { tcpSocket: { port: 80 } } })).toBe('tcpSocket on port 80');
});

test('a probe that asks where the program only listens on loopback gives way to the gate of the program', () => {
  const container = { image: SQL, args: ['--health-check'], startupProbe: { httpGet: { path: '/startup', port: 9090 } } };

  expect(gate(container)).toBe('httpGet /startup on port 9090, with --http-address=0.0.0.0');
});

test('a startup probe that opens is kept as it is', () => {
  expect(gate({ image: SQL, args: ['--address=0.0.0.0', '--port=5432'], startupProbe: { tcpSocket: { port: 5432 } } })).toBe('tcpSocket on port 5432');
});

test('a command that the image does not have is no gate', () => {
  expect(gate({ image: 'gcr.io/distroless/base', readinessProbe: { exec: { command: ['sh', '-c', 'true'] } } })).toMatch(/^none/);
});

test('a port that another container declares, or that a twin will have, is left alone', () => {
  const twin = sidecar('twin', { image: SQL });

  expect(gate({ image: SQL }, { others: [twin] })).toMatch(/^httpGet \/startup on port 9802,/);
  expect(gate({ image: SQL }, { others: [{ name: 'x', ports: [{ containerPort: 9801 }] }] })).toMatch(/^httpGet \/startup on port 9802,/);
});

test('a gate is asked every second, for a minute, or for as long as the probe was patient before', () => {
  const pod = podOf([APP], [
    sidecar('a', { image: 'redis:8' }),
    sidecar('b', { image: 'x', readinessProbe: { tcpSocket: { port: 1 }, initialDelaySeconds: 100, periodSeconds: 20, timeoutSeconds: 5, successThreshold: 2 } }),
  ]);
  const recognition = new Recognition(pod);

  expect(recognition.gate(pod.container('a'))).toEqual({
    known: true, probe: { exec: { command: ['redis-cli', 'ping'] }, periodSeconds: 1, failureThreshold: 61 }, settings: [], why: 'its image is Redis',
  });
  expect(recognition.gate(pod.container('b'))).toMatchObject({ probe: { tcpSocket: { port: 1 }, periodSeconds: 1, failureThreshold: 161, timeoutSeconds: 5 } });
});

test('a setting says what it takes the place of', () => {
  const pod = podOf([APP], [sidecar('db', { image: SQL, args: ['--health-check', '--http-address', 'localhost', '--http-port=9801'] })]);

  expect(new Recognition(pod).gate(pod.container('db'))).toMatchObject({
    settings: [{ add: { arg: '--http-address=0.0.0.0' }, replaces: '--http-address', replacesValueToo: true }],
  });
});

test('a variable that is set already is replaced', () => {
  const env = [{ name: 'CSQL_PROXY_HTTP_ADDRESS', value: 'localhost' }, { name: 'CSQL_PROXY_HEALTH_CHECK', value: 'true' }, { name: 'CSQL_PROXY_HTTP_PORT', value: '9801' }];
  const pod = podOf([APP], [sidecar('db', { image: SQL, env })]);

  expect(new Recognition(pod).gate(pod.container('db'))).toMatchObject({
    settings: [{ add: { env: { name: 'CSQL_PROXY_HTTP_ADDRESS', value: '0.0.0.0' } }, replaces: 'CSQL_PROXY_HTTP_ADDRESS' }],
  });
});

test.each<[string, string]>([
  ['openpolicyagent/opa:0.10.1', 'none: this version has no health endpoint'],
  ['openpolicyagent/opa:0.10.2', 'none: this version has no health endpoint'],
  ['openpolicyagent/opa:0.10.3', 'httpGet /health on port 8181'],
  ['openpolicyagent/opa:0.10', 'httpGet /health on port 8181'],
  ['openpolicyagent/opa:0.9.9', 'none: this version has no health endpoint'],
  [`openpolicyagent/opa@sha256:${'a'.repeat(64)}`, 'httpGet /health on port 8181'],
  ['openpolicyagent/opa:0.60.0', 'httpGet /health on port 8181'],
])('a gate asks only an endpoint that the version has: %s', (image, expected) => {
  expect(gate({ image, args: ['run', '--server', '--addr=:8181'] })).toBe(expected);
});

test('a gate may stay shut as long as the program or a probe of the user allows, and never asks another host', () => {
  const threshold = (container: object) => {
    const recognition = running([{ name: 'helper', image: 'ghcr.io/acme/helper:1', ...container }, { name: 'web', image: 'acme/web:1' }]);
    const found = recognition.gate(recognition.pod.container('helper'));
    return found.known ? found.probe.failureThreshold : found.why;
  };
  const patient = { readinessProbe: { tcpSocket: { port: 1 }, periodSeconds: 30, failureThreshold: 10 } };

  expect(threshold({ image: 'qmcgaw/gluetun:v3.38' })).toBe(181);
  expect(threshold({ image: 'tailscale:v1.80.0', env: [{ name: 'TS_ENABLE_HEALTH_CHECK', value: 'true' }] })).toBe(181);
  expect(threshold({ image: 'git-sync:v4.2.3', args: ['--repo=x'] })).toBe(121);
  expect(threshold({ image: 'git-sync:v4.2.3', args: ['--repo=x', '--sync-timeout=5m'] })).toBe(301);
  expect(threshold({ image: 'git-sync:v3.6.5', env: [{ name: 'GIT_SYNC_TIMEOUT', value: '600' }] })).toBe(601);
  expect(threshold({ image: 'git-sync:v4.2.3', env: [{ name: 'GITSYNC_SYNC_TIMEOUT', value: '2s' }] })).toBe(61);
  expect(threshold({ image: 'redis:7', ...patient })).toBe(301);
  expect(threshold({ readinessProbe: { exec: { command: ['curl', '-f', 'https://1.1.1.1'] } } })).toBe('its program is unknown, and none of its other probes can serve as one');
  expect(threshold({ readinessProbe: { httpGet: { host: '8.8.8.8', port: 80 } } })).toBe('its program is unknown, and none of its other probes can serve as one');
});

test.each<[object, string]>([
  [{ image: 'thomseddon/traefik-forward-auth:2' }, 'tcpSocket on port 4181'],
  [{ image: 'thomseddon/traefik-forward-auth:2', env: [{ name: 'PORT', value: '4182' }] }, 'tcpSocket on port 4182'],
  [{ image: 'thomseddon/traefik-forward-auth:2', args: ['--config=/etc/auth.ini'] }, 'none: the manifest does not show its port'],
  [{ image: 'signald/signald:0.23.2' }, 'none: no startup probe is known for signald'],
])('a server of which only the port is known, or nothing: %j', (container, expected) => {
  expect(gate(container)).toBe(expected);
});

describe('a collector with several configurations', () => {
  const config = (endpoint: string, tls = '') => `extensions:\n  health_check:\n    endpoint: ${endpoint}\n${tls}service:\n  extensions: [health_check]\n`;
  const probe = (...texts: string[]) => {
    const helper = sidecar('helper', { image: 'otel/opentelemetry-collector:0.159.0', volumeMounts: [{ name: 'conf', mountPath: '/etc/conf' }] });
    const pod = podOf([APP], [helper], { volumes: [{ name: 'conf', configMap: { name: 'conf' } }] });
    const advice = new Recognition(pod, new Surroundings([configMap('conf', { ...texts })])).gate(pod.container('helper'));
    return advice.known ? advice.probe.httpGet : advice.why;
  };

  test('has a gate only if they set the health check alike', () => {
    expect(probe(config('0.0.0.0:13133'), config('0.0.0.0:13133'))).toEqual({ path: '/', port: 13133 });
    expect(probe(config('0.0.0.0:13133'), config('localhost:13133'))).toBe('its configurations set its health check several times, and not alike');
    expect(probe(config('0.0.0.0:13133'), config('${env:HEALTH}'))).toBe('its configuration shows no health check');
  });

  test('is asked with TLS where its health check has a certificate', () => {
    expect(probe(config('0.0.0.0:13133', '    tls:\n      cert_file: /t/c\n      key_file: /t/k\n'))).toEqual({ path: '/', port: 13133, scheme: 'HTTPS' });
  });
});

test('Open Policy Agent that authorizes requests has no gate: its policy may refuse the kubelet', () => {
  const opa = (...args: string[]) => gate({ image: 'openpolicyagent/opa:0.70.0', args: ['run', '--server', '--addr=:8181', ...args] });

  expect(opa('--authentication=token', '--authorization=basic')).toBe('none: its authorization policy may refuse what the kubelet asks');
  expect(opa('--authorization=off')).toBe('httpGet /health on port 8181');
});

describe('a query of the health endpoint', () => {
  const opa = (image: string, path?: string, args: readonly string[] = []) => gate({
    image,
    args: ['run', '--server', '--addr=:8181', ...args],
    ...(path === undefined ? {} : { readinessProbe: { httpGet: { path, port: 8181 } } }),
  });

  test('of the readiness probe is taken, where it asks the known path and port', () => {
    expect(opa('openpolicyagent/opa:0.70.0', '/health?plugins')).toBe('httpGet /health?plugins on port 8181');
    // The bundles may come from the app.
    expect(opa('openpolicyagent/opa:0.70.0', '/health?bundles')).toBe('httpGet /health on port 8181');
    expect(opa('openpolicyagent/opa:0.70.0', '/healthz?plugins')).toBe('httpGet /health on port 8181');
    expect(gate({ image: 'openpolicyagent/opa:0.70.0', args: ['run', '--server', '--addr=:8181'], readinessProbe: { httpGet: { path: '/health?plugins', port: 9999 } } })).toBe('httpGet /health on port 8181');
  });

  test('asks Open Policy Agent for its plugin where Envoy calls that', () => {
    expect(opa('openpolicyagent/opa:0.70.0-envoy')).toBe('httpGet /health?plugins on port 8181');
    expect(opa('openpolicyagent/opa:0.70.0', undefined, ['--set=plugins.envoy_ext_authz_grpc.addr=:9191'])).toBe('httpGet /health?plugins on port 8181');
    expect(opa('openpolicyagent/opa:0.15.0-envoy')).toBe('httpGet /health on port 8181');
  });
});

describe('where the gate of a program stands in its mounted configuration, the reason tells', () => {
  const spec = { volumes: [{ name: 'conf', configMap: { name: 'proxy-conf' } }] };
  const why = (image: string, text?: string) => gate({ image, volumeMounts: [{ name: 'conf', mountPath: '/etc/conf' }] }, {
    spec,
    beside: text === undefined ? [] : [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'proxy-conf' }, data: { 'conf.yaml': text } }],
  });
  const admin = (address: string) => `admin:\n  address:\n    socket_address:\n      address: ${address}\n      port_value: 9901\n`;

  test.each(['envoyproxy/envoy:v1.30.1', 'otel/opentelemetry-collector:0.151.0'])('that it is not in the input: %s', image => {
    expect(why(image)).toBe("none: its configuration is not in the input (pass the ConfigMap 'proxy-conf' too)");
  });

  test('that it is only on loopback, or that there is none', () => {
    expect(why('envoyproxy/envoy:v1.30.1', admin('127.0.0.1'))).toBe('none: its admin port, which tells its readiness, listens on loopback');
    expect(why('envoyproxy/envoy:v1.30.1', 'static_resources: {}')).toBe('none: its configuration shows no port where the kubelet can probe its readiness');
    expect(why('envoyproxy/envoy:v1.30.1', admin('0.0.0.0'))).toBe('httpGet /ready on port 9901');
    expect(why('otel/opentelemetry-collector:0.151.0', 'receivers: {}')).toBe('none: its configuration shows no health check');
  });
});
