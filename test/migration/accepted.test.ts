import { migrateText } from '../../src/core/migrate/migrate-text';
import { KubernetesVersion } from '../../src/kubernetes/kubernetes-version';
import { Surroundings } from '../../src/recognition/surroundings';

const ACCEPTED_BY_ANNOTATION = (rule: string) => `  annotations: { acknowledge.cdk8s-sidecars/${rule}: "we agreed" }\n`;

/** A native sidecar with the mistakes that the command mends, and an app with a workaround. */
const MANIFEST = (rule: string, at: 'annotation' | 'template' | 'comment' | 'line') => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: orders
${at === 'annotation' ? ACCEPTED_BY_ANNOTATION(rule) : ''}spec:
  selector: { matchLabels: { app: orders } }
  template:
    metadata:
      labels: { app: orders }
${at === 'template' ? `    ${ACCEPTED_BY_ANNOTATION(rule)}` : ''}    spec:
      initContainers:
${at === 'comment' ? `      # cdk8s-sidecars: ignore ${rule} we agreed\n` : ''}      - name: db
        restartPolicy: Always
        image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1
        args: [--quitquitquit, "acme:eu:orders"]
        lifecycle:
          preStop:
            exec:
${at === 'line' ? `              # cdk8s-sidecars: ignore ${rule} we agreed\n` : ''}              command: [/cloud-sql-proxy, shutdown]
      containers:
      - name: orders
        image: ghcr.io/acme/orders:5.0.0
        command: [sh, -c, "/orders; curl -X POST localhost:9091/quitquitquit"]
`;

function migrated(text: string) {
  const { text: after, pods: [{ plan }] } = migrateText('a.yaml', text, { kubernetes: KubernetesVersion.of('1.33'), surroundings: Surroundings.NONE, programs: [] });
  return { after, rules: new Set(plan.edits.map(edit => edit.rule)), accepted: (plan.accepted ?? []).map(({ rule, why }) => `${rule} ${why}`), manual: plan.manual };
}

test('nothing is accepted unless the manifest says so', () => {
  const { rules } = migrated(MANIFEST('NS999', 'annotation'));

  expect([...rules].sort()).toEqual(['NS101', 'NS303', 'NS501', 'NS503']);
});

test.each([
  ['NS101', "'db' gets no startup probe, because NS101 is accepted for it: we agreed"],
  ['NS303', "the preStop hook of 'db' stays, because NS303 is accepted for it: we agreed"],
  ['NS501', "the quit call of 'orders' (localhost:9091/quitquitquit) stays, because NS501 is accepted for it: we agreed"],
  ['NS503', "the quit endpoint of 'db' (--quitquitquit) stays, because NS503 is accepted for it: we agreed"],
])('what an acknowledged %s is about stays, and the report says so', (rule, why) => {
  const { rules, accepted, manual } = migrated(MANIFEST(rule, 'annotation'));

  expect([...rules]).not.toContain(rule);
  expect(accepted).toEqual([`${rule} ${why}`]);
  expect(manual.filter(step => step.rule === rule)).toEqual([]);
});

test('the annotation of the pod template counts as well', () => {
  const { rules, accepted } = migrated(MANIFEST('NS303', 'template'));

  expect([...rules]).not.toContain('NS303');
  expect(accepted).toEqual(["NS303 the preStop hook of 'db' stays, because NS303 is accepted for it: we agreed"]);
});

test.each(['comment', 'line'] as const)('a comment counts as well, at the container or where the finding points to (%s)', at => {
  const { after, rules } = migrated(MANIFEST('NS303', at));

  expect([...rules]).not.toContain('NS303');
  expect(after).toContain('preStop');
});

test('a quit endpoint stays open for a call that stays', () => {
  expect([...migrated(MANIFEST('NS501', 'annotation')).rules]).not.toContain('NS503');
});
