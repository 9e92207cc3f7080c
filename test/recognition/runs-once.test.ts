import { batch, configMap, folders, helpers, mounting, running } from './pods';

const WORK = { name: 'work', image: 'acme/batch:1', args: ['run'] };
const FILE = { volumes: [{ name: 'b', emptyDir: {} }, { name: 'c', configMap: { name: 'settings' } }] };

describe('a known sidecar that does one thing and exits stays', () => {
  test.each([
    ['opa test', { image: 'openpolicyagent/opa:0.60.0', command: ['opa', 'test', '/policies'] }],
    ['opa exec', { image: 'openpolicyagent/opa:0.60.0', args: ['exec', '--decision', 'a/b', '/data'] }],
    ['tini before it', { image: 'openpolicyagent/opa:0.60.0', command: ['tini', '--', 'opa', 'test', '/policies'] }],
    ['envoy --mode validate', { image: 'envoyproxy/envoy:v1.30.0', command: ['envoy', '--mode', 'validate', '-c', '/c.yaml'] }],
    ['otelcol validate', { image: 'otel/opentelemetry-collector:0.100.0', command: ['/otelcol', 'validate', '--config=/c.yaml'] }],
    ['vector validate', { image: 'timberio/vector:0.38.0-alpine', args: ['validate', '/c.yaml'] }],
    ['vector graph', { image: 'timberio/vector:0.38.0-alpine', args: ['graph'] }],
    ['alloy convert', { image: 'grafana/alloy:v1.0.0', args: ['convert', '--source-format=promtail', '/c.yaml'] }],
    ['promtail --stdin', { image: 'grafana/promtail:2.9.0', args: ['--stdin', '-config.file=/c.yaml'] }],
    ['fluentd --dry-run', { image: 'fluent/fluentd:v1.16', command: ['fluentd', '--dry-run', '-c', '/c.conf'] }],
    ['filebeat setup', { image: 'docker.elastic.co/beats/filebeat-oss:8.12.0', command: ['filebeat', 'setup', '-e'] }],
    ['litestream restore', { image: 'litestream/litestream:0.3.13', args: ['restore', '/data/db'] }],
    ['cloudflared tunnel route', { image: 'cloudflare/cloudflared:2024.1.0', args: ['tunnel', 'route', 'dns', 't', 'app.example.com'] }],
    ['cloudflared tunnel with a file before', { image: 'cloudflare/cloudflared:2024.1.0', args: ['tunnel', '--config', '/c.yml', 'create', 't'] }],
    ['cloudflared access curl', { image: 'cloudflare/cloudflared:2024.1.0', args: ['access', 'curl', 'https://app.example.com'] }],
    ['tailscale status', { image: 'tailscale/tailscale:v1.60.0', command: ['tailscale', 'status'] }],
    ['agent check', { image: 'datadog/agent:7', command: ['agent', 'check', 'redisdb'] }],
    ['statsd_exporter --check-config', { image: 'prom/statsd-exporter:v0.26.0', args: ['--statsd.mapping-config=/m.yml', '--check-config'] }],
    ['cloud-sql-proxy wait', { image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.0', command: ['/cloud-sql-proxy', 'wait'] }],
    ['the end of a script', { image: 'openpolicyagent/opa:0.60.0-debug', command: ['sh', '-c', 'cd /policies && opa check .; opa test .'] }],
  ])('%s', (_name, once) => {
    const pod = batch([WORK, { name: 'once', ...once }]);

    expect(helpers(pod)).toEqual([]);
    expect(pod.gate(pod.pod.container('once'))).toEqual({ known: false, why: 'it runs once and exits' });
  });

  test.each([
    ['the end of a pipe', { image: 'grafana/promtail:2.9.0', command: ['sh', '-c', 'cat /b/x.log | promtail --stdin'] }, ''],
    ['Logstash that reads its input', { image: 'elastic/logstash:8.12.0', args: ['-e', 'input { stdin {} } output { stdout {} }'] }, ''],
    ['a flag, beside a shared folder', { image: 'elastic/filebeat:8.12.0', command: ['filebeat', '-e', '--once'] }, ''],
    ['Fluent Bit that exits at the end of a file', { image: 'fluent/fluent-bit:2.2', args: ['-c', '/c/fb.conf'] }, '[INPUT]\n    Name tail\n    Exit_On_Eof true\n'],
    ['Vault Agent that exits after it has logged in', { image: 'hashicorp/vault:1.15', command: ['vault', 'agent', '-config=/c/agent.hcl'] }, 'exit_after_auth = true\n'],
    ['Vault Agent that runs the app', { image: 'hashicorp/vault:1.15', command: ['vault', 'agent', '-config=/c/agent.hcl'] }, 'exec {\n  command = ["./app"]\n}\n'],
    ['SPIFFE Helper that is no daemon', { image: 'ghcr.io/spiffe/spiffe-helper:0.9.0', args: ['-config', '/c/h.conf'] }, 'daemon_mode = false\n'],
  ])('by its configuration: %s', (_name, once, text) => {
    const containers = [mounting({ '/b': 'b' }, WORK), mounting({ '/b': 'b', '/c': 'c' }, { name: 'once', ...once })];

    expect(helpers(batch(containers, { ...FILE, beside: [configMap('settings', { file: text })] }))).toEqual([]);
  });
});

describe('a known sidecar goes on', () => {
  test.each([
    ['opa run', { image: 'openpolicyagent/opa:0.60.0', command: ['opa', 'run', '--server', '/policies/test'] }],
    ['fluent-bit -v', { image: 'fluent/fluent-bit:2.2', args: ['-v', '-c', '/c/fb.conf'] }],
    ['a tunnel whose name is that of a subcommand', { image: 'cloudflare/cloudflared:2024.1.0', args: ['tunnel', 'run', 'route'] }],
    ['a loop', { image: 'openpolicyagent/opa:0.60.0-debug', command: ['sh', '-c', 'while true; do opa test /policies; sleep 60; done'] }],
  ])('%s', (_name, sidecar) => {
    expect(helpers(batch([WORK, { name: 'sidecar', ...sidecar }]))).toHaveLength(1);
  });

  test('if a loop in a script makes it fetch once, again and again', () => {
    const sync = mounting({ '/b': 'b' }, { name: 'sync', image: 'registry.k8s.io/git-sync/git-sync:v4.2.0', command: ['sh', '-c', 'while true; do /git-sync --one-time; sleep 60; done'] });
    const pod = running([mounting({ '/b': 'b' }, { name: 'web', image: 'acme/web:1', ports: [{ containerPort: 8080 }] }), sync], { volumes: folders('b') });

    expect(pod.gate(pod.pod.container('sync'))).not.toMatchObject({ why: 'it runs once and exits' });
  });
});
