import { KubernetesVersion } from '../../../src/kubernetes/kubernetes-version';
import { PodModel } from '../../../src/kubernetes/pod';
import { Recognition } from '../../../src/recognition/recognition';
import { Surroundings } from '../../../src/recognition/surroundings';
import { Severity } from '../../../src/rules/engine/finding';
import { helperKeepsJobAlive } from '../../../src/rules/jobs/helper-keeps-job-alive';
import { jobOf, podOf, sidecar } from '../../simulator/pods';
import { offenses, says } from '../check';

const WORK = { name: 'work', image: 'ghcr.io/acme/export:1.0.0' };
const DB = { name: 'db', image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.2@sha256:0123' };
const LOOP = { name: 'beat', image: 'busybox', command: ['sh', '-c', 'while true; do date; sleep 5; done'] };
const worker = (script: string) => ({ ...WORK, command: ['sh', '-c', script] });

test('a known sidecar program as an ordinary container of a Job offends', () => {
  expect(says(helperKeepsJobAlive, jobOf([WORK, DB]))).toEqual([
    "NS401 'db' (Cloud SQL Auth Proxy) is an ordinary container of a Job and never exits by itself, so the Job never completes: "
    + 'make it a native sidecar, an init container with restartPolicy: Always and a startupProbe: httpGet /startup on port 9801, with --health-check --http-address=0.0.0.0 --http-port=9801',
  ]);
});

test('so does a command that never ends, and a server', () => {
  expect(says(helperKeepsJobAlive, jobOf([WORK, LOOP]))).toEqual([
    "NS401 'beat' is an ordinary container of a Job and never exits by itself, so the Job never completes: "
    + 'make it a native sidecar, an init container with restartPolicy: Always',
  ]);
  expect(offenses(helperKeepsJobAlive, jobOf([WORK, { name: 'cache', image: 'docker.io/library/redis:7' }]))).toHaveLength(1);
});

describe('one that waits for a file of the work, and then works', () => {
  const SHARED = { volumeMounts: [{ name: 'out', mountPath: '/out' }] };
  const upload = (script: string) => ({ name: 'upload', image: 'docker.io/amazon/aws-cli:2.17.0', command: ['sh', '-c', script], ...SHARED });
  const job = (work: object, script: string, inits: readonly object[] = []) =>
    jobOf([{ ...WORK, ...SHARED, ...work }, upload(script)], inits as (typeof WORK)[], { volumes: [{ name: 'out', emptyDir: {} }] });
  const DONE = { command: ['sh', '-c', '/app/run; touch /out/.done'] };
  const UNTIL = 'until [ -f /out/.done ]; do sleep 1; done; aws s3 cp /out s3://acme/ --recursive';

  test('is told, with what a native sidecar would mean', () => {
    expect(says(helperKeepsJobAlive, job(DONE, UNTIL))).toEqual([
      "NS401 'upload' waits until 'work' writes /out/.done, and then runs aws: if 'work' exits without it, the Job never completes: "
      + 'make it a native sidecar that does its work on SIGTERM, which the kubelet sends when the others have exited, or keep both as they are; '
      + "an entry under 'sidecars' in the configuration with direction after-main would make it clear",
    ]);
    expect(offenses(helperKeepsJobAlive, job(DONE, UNTIL))).toMatchObject([{ container: 'upload', severity: Severity.INFO }]);
  });

  test.each([
    ['a negated loop', 'while [ ! -f /out/.done ]; do sleep 1; done\naws s3 sync /out s3://acme/'],
    ['bash', 'until [[ -e /out/.done ]]; do sleep 1; done && aws s3 sync /out s3://acme/'],
    ['a loop without an end', 'while true; do if [ -f /out/.done ]; then aws s3 sync /out s3://acme/; exit 0; fi; sleep 1; done'],
    ['a chain in a loop', 'while sleep 1; do test -f /out/.done && aws s3 sync /out s3://acme/ && exit; done'],
    ['a group', '{ until test -f /out/.done; do sleep 1; done; aws s3 sync /out s3://acme/; }'],
    ['a program that waits', 'inotifywait -e create /out/.done; aws s3 sync /out s3://acme/'],
    ['work before and after', 'while [ ! -f /out/.done ]; do aws s3 sync /out s3://acme/; sleep 9; done; aws s3 sync /out s3://acme/'],
  ])('is seen in %s', (_name, script) => {
    expect(offenses(helperKeepsJobAlive, job(DONE, script)).map(({ message }) => message))
      .toEqual(["'upload' waits until 'work' writes /out/.done, and then runs aws: if 'work' exits without it, the Job never completes"]);
  });

  test.each([
    ['until', 'until [ -f /out/.done ]; do /load /out; sleep 1; done; echo loaded'],
    ['a way out of a loop', 'while true; do if [ -f /out/.done ]; then exit 0; fi; /load /out; sleep 1; done'],
  ])('is told if it works until then: %s', (_name, script) => {
    expect(says(helperKeepsJobAlive, job(DONE, script))).toEqual([
      "NS401 'upload' runs /load again and again until 'work' writes /out/.done: if 'work' exits without it, the Job never completes: "
      + "keep it as it is, and let 'work' write /out/.done also when it fails, for example in a trap",
    ]);
  });

  test('may leave the file itself if it works until then, and nobody else is seen writing it', () => {
    expect(offenses(helperKeepsJobAlive, job({}, 'until [ -f /out/.done ]; do /load /out; sleep 1; done'))).toEqual([]);
  });

  test('is told, too, if the work writes the file in its image', () => {
    expect(offenses(helperKeepsJobAlive, job({}, UNTIL)).map(({ message }) => message)).toEqual([
      "'upload' waits for /out/.done on volume 'out', which only 'work' can write, and then runs aws: if 'work' exits without it, the Job never completes",
    ]);
  });

  test('never completes if nobody else has the folder of the file', () => {
    const pod = jobOf([WORK, upload(UNTIL)], [], { volumes: [{ name: 'out', emptyDir: {} }] });

    expect(offenses(helperKeepsJobAlive, pod)).toMatchObject([{
      container: 'upload', severity: Severity.WARNING, message: "'upload' waits for /out/.done on volume 'out', which no other container mounts, so the Job never completes",
    }]);
  });

  test('is a hint if the configuration tells what it is, because it exits when it is done', () => {
    const recognition = new Recognition(job(DONE, UNTIL), Surroundings.NONE, [
      { name: 'the uploader', repositories: /aws-cli$/, onlySidecar: true, direction: 'after-main' },
    ]);

    expect(helperKeepsJobAlive.check({ pod: recognition.pod, kubernetes: KubernetesVersion.DEFAULT, stops: {}, recognition })).toEqual([{
      container: 'upload',
      severity: Severity.INFO,
      message: "'upload' (the uploader) is an ordinary container of a Job: unless it exits by itself, the Job never completes",
      fix: 'make it a native sidecar that does its work on SIGTERM, which the kubelet sends when the others have exited, or keep it as it is if it exits when it is done',
    }]);
  });

  test('is a warning if it also serves the work until then', () => {
    const proxy = { ...upload('/cloud-sql-proxy a:b:c & until [ -f /out/.done ]; do sleep 1; done; kill $!; /report'), image: 'gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.14.1-alpine' };
    const pod = jobOf([{ ...WORK, ...SHARED, ...DONE }, proxy], [], { volumes: [{ name: 'out', emptyDir: {} }] });

    expect(offenses(helperKeepsJobAlive, pod)).toEqual([{
      container: 'upload',
      severity: Severity.WARNING,
      message: "'upload' waits until 'work' writes /out/.done, and then runs /report: if 'work' exits without it, the Job never completes",
      fix: 'make it a native sidecar without the wait, and run what follows the wait elsewhere or on SIGTERM',
    }]);
  });

  test.each([
    ['the file is a word to end', job(DONE, 'aws s3 sync /out s3://acme/ & while [ ! -f /out/.done ]; do sleep 1; done; kill $!')],
    ['an init container may have left the file', job({}, UNTIL, [{ ...WORK, name: 'prepare', ...SHARED }])],
    ['it looks only once', job(DONE, 'if [ -f /out/.done ]; then aws s3 sync /out s3://acme/; fi')],
    ['the pod runs forever', podOf([{ ...WORK, ...SHARED, ...DONE }, upload(UNTIL)], [], { volumes: [{ name: 'out', emptyDir: {} }] })],
  ])('is no concern if %s', (_name, pod) => {
    expect(offenses(helperKeepsJobAlive, pod).filter(({ message }) => message.includes('and then runs'))).toEqual([]);
  });
});

test('what an injector wrote is not moved by hand', () => {
  expect(offenses(helperKeepsJobAlive, jobOf([WORK, { name: 'istio-proxy', image: 'istio/proxyv2:1.29.0' }])))
    .toMatchObject([{ container: 'istio-proxy', fix: 'remove it and let the mesh inject it as a native sidecar' }]);
});

test('so does one in a pod that is to end', () => {
  expect(offenses(helperKeepsJobAlive, podOf([WORK, DB], [], { restartPolicy: 'OnFailure' }))[0].message).toBe(
    "'db' (Cloud SQL Auth Proxy) is an ordinary container of a pod that runs to completion and never exits by itself, so the pod never completes",
  );
});

test('it is a warning where it is not sure that the helper never ends', () => {
  const caller = { ...WORK, args: ['--url=http://localhost:8080'] };
  const [offense] = offenses(helperKeepsJobAlive, jobOf([caller, { name: 'api', image: 'acme/api:1', ports: [{ containerPort: 8080 }] }]));

  expect(offense).toMatchObject({
    container: 'api',
    severity: Severity.WARNING,
    message: "'api' ('work' calls localhost:8080) is an ordinary container of a Job: unless it exits by itself, the Job never completes",
  });
});

test('it is a warning where another container kills it, or a file ends it', () => {
  const killer = worker('export; pkill cloud-sql-proxy');
  expect(offenses(helperKeepsJobAlive, jobOf([killer, DB], [], { shareProcessNamespace: true }))).toMatchObject([{ severity: Severity.WARNING, container: 'db' }]);
});

test('it is a warning where something makes it quit, whatever the work does', () => {
  const open = { ...DB, args: ['--quitquitquit', 'a:b:c'] };

  expect(offenses(helperKeepsJobAlive, jobOf([WORK, open]))).toMatchObject([{ severity: Severity.WARNING, container: 'db' }]);
  expect(offenses(helperKeepsJobAlive, jobOf([worker('export; curl -X POST localhost:9091/quitquitquit'), open])))
    .toMatchObject([{ severity: Severity.WARNING, message: expect.stringContaining("only 'work' stops it") }]);
});

test.each([
  ['that nothing hears', 'export; curl -X POST localhost:9091/quitquitquit', { ...DB, args: ['a:b:c'] }],
  ['to the port that the proxy was moved from', 'export; curl -X POST localhost:9091/quitquitquit', { ...DB, args: ['--quitquitquit', '--admin-port=9999', 'a:b:c'] }],
  ['that is for another sidecar', 'export; curl -X POST localhost:8200/agent/v1/quit', { name: 'db', image: 'docker.io/fluent/fluent-bit:3.2.2' }],
])('a call %s ends nothing', (_name, script, other) => {
  expect(offenses(helperKeepsJobAlive, jobOf([worker(script), other])))
    .toMatchObject([{ container: 'db', message: expect.stringContaining('never exits by itself, so the Job never completes') }]);
  expect(offenses(helperKeepsJobAlive, jobOf([worker(script), other]))[0].severity).toBeUndefined();
});

test.each([
  ['in a script', ['sh', '-c', 'timeout 3600 /cloud-sql-proxy a:b:c']],
  ['with a signal', ['timeout', '-s', 'INT', '1h', '/cloud-sql-proxy', 'a:b:c']],
])('one with a time limit does exit: %s', (_name, command) => {
  const [offense] = offenses(helperKeepsJobAlive, jobOf([WORK, { ...DB, command }]));

  expect(offense).toMatchObject({
    severity: Severity.WARNING,
    message: expect.stringMatching(/^'db' \(Cloud SQL Auth Proxy\) is an ordinary container of a Job and exits only after its time limit \(timeout (3600|1h)\), with code 124, so the Job fails even when its work succeeds$/),
    fix: expect.stringMatching(/, and remove the limit, because the kubelet restarts a native sidecar that exits$/),
  });
});

test('one whose script hides the code of its time limit lets the Job complete then, and a bare pod starts it again', () => {
  const limited = (command: string) => ({ ...DB, command: ['sh', '-c', command] });
  const messageOf = (pod: PodModel) => offenses(helperKeepsJobAlive, pod)[0].message;
  const bare = (restartPolicy: string) => PodModel.fromManifest({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: { restartPolicy, containers: [WORK, limited('exec timeout 60 /cloud-sql-proxy a:b:c')] } });

  expect(messageOf(jobOf([WORK, limited('timeout 60 /cloud-sql-proxy a:b:c; exit 0')]))).toMatch(/\(timeout 60\), so the Job completes no earlier$/);
  expect(messageOf(bare('OnFailure'))).toMatch(/with code 124, so the pod never completes$/);
  expect(messageOf(bare('Never'))).toMatch(/with code 124, so the pod fails even when its work succeeds$/);
});

test.each([
  ['a limit of something else', ['sh', '-c', 'timeout 5 nslookup db; exec /cloud-sql-proxy a:b:c']],
  ['no limit', ['timeout', '0', '/cloud-sql-proxy', 'a:b:c']],
])('%s does not make it exit', (_name, command) => {
  expect(offenses(helperKeepsJobAlive, jobOf([WORK, { ...DB, command }]))[0].message).toContain('never exits by itself, so the Job never completes');
});

test('and an error again where that is left out when the work fails', () => {
  const open = { ...DB, args: ['--quitquitquit', 'a:b:c'] };
  const skipped = 'is told to quit only when the work succeeds';

  const quit = 'curl -X POST localhost:9091/quitquitquit';
  for (const script of [`export && ${quit}`, `set -e\nexport\n${quit}`, `if export; then ${quit}; fi`, `export || exit 1; ${quit}`]) {
    expect(offenses(helperKeepsJobAlive, jobOf([worker(script), open])))
      .toMatchObject([{ severity: Severity.ERROR, message: expect.stringContaining(skipped) }]);
  }
});

test.each([
  ['as a native sidecar', jobOf([WORK], [sidecar('db', { image: DB.image })])],
  ['as the only container, which is then the work', jobOf([DB])],
  ['if the image is not known', jobOf([WORK, { name: 'db' }])],
  ['if both never end, for then nobody waits', jobOf([LOOP, { ...LOOP, name: 'second' }])],
])('it does not %s', (_name, pod) => {
  expect(says(helperKeepsJobAlive, pod)).toEqual([]);
});

test('pods that are meant to run forever are no concern', () => {
  expect(says(helperKeepsJobAlive, podOf([WORK, DB]))).toEqual([]);
});

test('one that declares a port beside work without ports may be a server', () => {
  const server = { name: 'slow', image: 'acme/slow:1', ports: [{ containerPort: 8081 }] };

  expect(offenses(helperKeepsJobAlive, jobOf([WORK, server]))).toMatchObject([{
    container: 'slow', severity: Severity.WARNING, message: "'slow' declares port 8081, as servers do, in a Job: unless it exits by itself, the Job never completes",
  }]);
  expect(offenses(helperKeepsJobAlive, jobOf([{ ...WORK, ports: [{ containerPort: 9090 }] }, server]))).toEqual([]);
  expect(offenses(helperKeepsJobAlive, jobOf([WORK, { ...server, ports: [{ name: 'metrics', containerPort: 9090 }] }]))).toEqual([]);
});
