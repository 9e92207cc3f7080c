import * as fs from 'fs';
import * as path from 'path';
import { Duration, Include } from 'cdk8s';
import { Construct } from 'constructs';
import { endLeftovers, RunningScript, sharedFolder } from './run-script';
import { containerOf, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { ShellProgram } from '../../src/catalog/shell-program';
import { ShellSidecar, ShellSidecarProps } from '../../src/catalog/shell-sidecar';
import { chartIn, synthPod } from '../sidecars/support';

const TAIL = ShellProgram.tail('/var/log/app/app.log');
const LOOP = ShellProgram.loop(['wget', '-qO-', 'http://127.0.0.1:8080/refresh'], Duration.seconds(30));

function shell(props: Partial<ShellSidecarProps> = {}): (workload: Construct) => ShellSidecar {
  return workload => new ShellSidecar(workload, 'logs', { program: TAIL, ...props });
}

test('the container of a tail and of a loop', () => {
  expect([TAIL, LOOP].map(program => pictureOf(onDeployment(shell({ program })))).join('')).toMatchSnapshot();
});

test.each([['a tail', TAIL], ['a loop', LOOP]])('the rules have nothing open against %s, for which nobody waits', (_name, program) => {
  expect(openFindings(shell({ program }))).toEqual([]);
});

test.each([['a tail', TAIL], ['a loop', LOOP]])('%s starts before the app, outlives it, and lets a Job complete', (_name, program) => {
  outlivesTheApp(shell({ program }));
});

test('the image may be another, also by digest', () => {
  const image = 'docker.io/library/debian@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';

  expect(containerOf(onDeployment(shell({ image })), 'logs').image).toBe(image);
});

test('the app may wait for a file of the program', () => {
  const { startupProbe } = containerOf(onDeployment(shell({ program: LOOP, readyFile: '/tmp/ready', patience: Duration.seconds(5) })), 'logs');

  expect(startupProbe).toEqual({ exec: { command: ['test', '-e', '/tmp/ready'] }, failureThreshold: 6, periodSeconds: 1 });
});

describe('the folder', () => {
  test('of a tail is that of its file: the app writes, the sidecar reads', () => {
    const staged = onDeployment(shell());

    expect(staged.sidecar.folder).toBe('/var/log/app');
    expect(containerOf(staged, 'web').volumeMounts).toEqual([{ name: staged.sidecar.volume!.name, mountPath: '/var/log/app' }]);
    expect(containerOf(staged, 'logs').volumeMounts).toEqual([{ name: 'logs-shared', mountPath: '/var/log/app', readOnly: true }]);
  });

  test('of a loop is there if asked for, for both to write', () => {
    const staged = onDeployment(shell({ program: LOOP, folder: '/data' }));

    const mount = { name: 'logs-shared', mountPath: '/data' };
    expect(containerOf(staged, 'web').volumeMounts).toEqual([mount]);
    expect(containerOf(staged, 'logs').volumeMounts).toEqual([{ name: 'logs-tmp', mountPath: '/tmp' }, mount]);
  });

  test('is shared with containers by their names, on what cdk8s import gives', () => {
    const staged = onImport(shell({ container: 'worker' }));

    expect(containerOf(staged, 'web').volumeMounts).toBeUndefined();
    staged.sidecar.connect();

    expect(containerOf(staged, 'web').volumeMounts).toEqual(containerOf(staged, 'worker').volumeMounts);
  });

  test('may be a volume that the pod has, also from a file', () => {
    const chart = chartIn();
    const legacy = new Include(chart, 'legacy', { url: 'test/fixtures/manifests/web-with-logs.yaml' });

    const sidecar = shell({ existingVolume: 'logs' })(legacy);

    expect(sidecar.volume).toBeUndefined();
    expect(synthPod(chart).container('logs').spec.volumeMounts).toEqual([{ name: 'logs', mountPath: '/var/log/app', readOnly: true }]);
  });
});

describe('it is refused', () => {
  test.each<[string, () => unknown, string]>([
    ['with a relative file', () => ShellProgram.tail('app.log'), "a tail has the path 'app.log', which is not absolute: start it with '/'"],
    ['with a folder to tail', () => ShellProgram.tail('/var/log/'), "'/var/log/' is a directory, but a tail requires a file: set the path of the file, for example /var/log/app.log"],
    ['with a file in the root', () => onDeployment(shell({ program: ShellProgram.tail('/app.log') })),
      "'logs' cannot share the root directory '/': set a directory below it, for example /var/log/app"],
    ['without a command', () => ShellProgram.loop([], Duration.seconds(1)),
      "'command' of a loop is []: set the command and its arguments, for example ['curl', '-fsS', 'http://127.0.0.1:8080/refresh']"],
    ['without a pause', () => ShellProgram.loop(['true'], Duration.millis(10)), "'pause' of a loop is 10 ms: set at least 1 second"],
    ['with too little time for the last lines', () => onDeployment(shell({ shutdown: Duration.seconds(2) })),
      "'shutdown' of 'logs' is 2 s, but BusyBox needs more: set at least 3 s"],
    ['with a volume and no place for it', () => onDeployment(shell({ program: LOOP, existingVolume: 'logs' })),
      "'logs' has no mount path for the volume 'logs': set 'folder', for example /var/log/app"],
    ['with a relative sign of readiness', () => onDeployment(shell({ readyFile: 'ready' })),
      "'logs' has the path 'ready', which is not absolute: start it with '/'"],
    ['with nothing to share', () => onDeployment(shell({ program: LOOP })).sidecar.connect('web'),
      "'logs' adds no volume that a container could mount: set 'folder', and remove 'existingVolume'"],
  ])('%s', (_name, make, sentence) => {
    expect(make).toThrow(new Error(sentence));
  });
});

describe('run by a real shell', () => {
  afterEach(endLeftovers);

  const run = (program: ShellProgram, folder: string) => new RunningScript(containerOf(onDeployment(shell({ program })), 'logs'), folder);

  test('a loop runs its command as it is given, and ends at once in its pause', async () => {
    const words = ["it's", '$HOME', '"$@"; exit 3', '*'];
    const script = run(ShellProgram.loop(['printf', '%s\\n', ...words], Duration.seconds(60)), sharedFolder());
    await script.prints(/\*/);

    const { code, milliseconds, output } = await script.stop();

    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(500);
    expect(output.trimEnd().split('\n')).toEqual(words);
  });

  test('a loop goes on after a command that fails', async () => {
    const script = run(ShellProgram.loop(['sh', '-c', 'echo again; exit 1'], Duration.seconds(1)), sharedFolder());

    await script.prints(/again\nagain/);

    expect((await script.stop()).code).toBe(0);
  });

  test('a loop ends at once in the middle of its command', async () => {
    const script = run(ShellProgram.loop(['sh', '-c', 'echo begun; exec sleep 60'], Duration.seconds(60)), sharedFolder());
    await script.prints(/begun/);

    const { code, milliseconds } = await script.stop();

    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(500);
  });

  test('a tail waits for its file and prints also what is written just before its stop signal', async () => {
    const folder = sharedFolder();
    const file = path.join(folder, 'app.log');
    const script = run(ShellProgram.tail(file), folder);
    await new Promise(resolve => setTimeout(resolve, 300));
    fs.writeFileSync(file, 'first\n');
    await script.prints(/first/);
    fs.appendFileSync(file, 'last\n');

    const { code, milliseconds, output } = await script.stop();

    expect(output).toBe('first\nlast\n');
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(2500);
  });
});
