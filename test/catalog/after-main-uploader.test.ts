import * as fs from 'fs';
import * as path from 'path';
import { Duration, Include } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { endLeftovers, RunningScript, sharedFolder, until } from './run-script';
import { containerOf, inJob, onDeployment, onImport, openFindings, outlivesTheApp, pictureOf } from './stage';
import { PodLifecycle } from '../../src';
import { AfterMainUploader, AfterMainUploaderProps } from '../../src/catalog/after-main-uploader';
import { chartIn, synthPod } from '../sidecars/support';

const RESULTS: AfterMainUploaderProps = {
  command: ['rclone', 'copy', '/artifacts', 'store:results'],
  shutdown: Duration.seconds(45),
};

function upload(props: Partial<AfterMainUploaderProps> = {}): (workload: Construct) => AfterMainUploader {
  return workload => new AfterMainUploader(workload, 'upload', { ...RESULTS, ...props });
}

test('its container', () => {
  expect(pictureOf(onDeployment(upload()))).toMatchSnapshot();
});

test('the rules have nothing against it', () => {
  expect(openFindings(upload())).toEqual([]);
});

test('it starts before the app, outlives it, and lets a Job complete', () => {
  outlivesTheApp(upload());
});

test('the image may be another, also by digest', () => {
  const image = 'docker.io/amazon/aws-cli@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';

  expect(containerOf(onDeployment(upload({ image })), 'upload').image).toBe(image);
});

test('the pod has the time that the upload needs, after that of the app', () => {
  expect(PodLifecycle.of(onDeployment(upload()).workload).gracePeriod.toSeconds()).toBe(30 + 45 + 2);

  const job = PodLifecycle.of(inJob(upload()).workload).timeline({ containers: { web: { exitsAfter: 12 } } });
  expect(job.endOf('upload')! - job.endOf('web')!).toBe(45);
});

test('credentials are variables of the upload', () => {
  const staged = onDeployment(workload => upload({ credentials: kplus.Secret.fromSecretName(workload, 'store', 'store') })(workload));

  expect(containerOf(staged, 'upload').envFrom).toEqual([{ secretRef: { name: 'store' } }]);
});

describe('the app', () => {
  test('writes to the folder', () => {
    const staged = onDeployment(upload());

    const mount = { name: staged.sidecar.volume.name, mountPath: staged.sidecar.folder };
    expect(containerOf(staged, 'web').volumeMounts).toEqual([mount]);
    expect(containerOf(staged, 'upload').volumeMounts).toContainEqual(mount);
  });

  test('is told where it is, by its name, on what cdk8s import gives', () => {
    const staged = onImport(upload({ container: 'worker', folder: '/out' }));

    staged.sidecar.connect('worker');

    expect(containerOf(staged, 'worker')).toMatchObject({
      env: [{ name: 'UPLOAD_PATH', value: '/out' }],
      volumeMounts: [{ name: 'upload-files', mountPath: '/out' }],
    });
    expect(containerOf(staged, 'web').volumeMounts).toBeUndefined();
  });

  test('may come from a file', () => {
    const chart = chartIn();

    upload({ shutdown: Duration.seconds(10) })(new Include(chart, 'legacy', { url: 'test/fixtures/manifests/web-with-logs.yaml' })).connect('web');

    expect(synthPod(chart).container('web').spec.env).toContainEqual({ name: 'UPLOAD_PATH', value: '/artifacts' });
  });
});

describe('it is refused', () => {
  const advice = 'set it to the time that the upload may take, for example Duration.minutes(2)';

  test.each<[string, Partial<AfterMainUploaderProps>, string]>([
    ['without a command', { command: [] }, "'command' of 'upload' is []: set the command and its arguments, for example ['rclone', 'copy', '/artifacts', 'store:results']"],
    ['with a command without a name', { command: [''] },
      "'command' of 'upload' is [\"\"]: set the command and its arguments, for example ['rclone', 'copy', '/artifacts', 'store:results']"],
    ['with a relative folder', { folder: 'out' }, "'upload' has the path 'out', which is not absolute: start it with '/'"],
    ['without time', { shutdown: undefined as unknown as Duration }, `'shutdown' of 'upload' is undefined: ${advice}`],
    ['with no time to speak of', { shutdown: Duration.millis(10) }, `'shutdown' of 'upload' is 10 ms: ${advice}`],
  ])('%s', (_name, props, sentence) => {
    expect(() => onDeployment(upload(props))).toThrow(new Error(sentence));
  });
});

describe('run by a real shell', () => {
  afterEach(endLeftovers);

  async function waiting(command: string[], shutdown = RESULTS.shutdown): Promise<RunningScript> {
    const folder = sharedFolder();
    const script = new RunningScript(containerOf(onDeployment(upload({ command, shutdown })), 'upload'), folder);
    await until(() => fs.existsSync(path.join(folder, 'waiting')));
    return script;
  }

  test('it uploads after its stop signal, and not before', async () => {
    const script = await waiting(['printf', '%s\\n', "it's", '$HOME']);
    await new Promise(resolve => setTimeout(resolve, 200));

    const stopped = script.stop();

    await expect(stopped).resolves.toMatchObject({ code: 0, output: "it's\n$HOME\n" });
    expect((await stopped).milliseconds).toBeLessThan(500);
  });

  test('it uploads again while the store is away and there is time', async () => {
    const script = await waiting(['sh', '-c', 'echo try; [ -e back ] || { touch back; exit 1; }']);

    await expect(script.stop()).resolves.toMatchObject({ code: 0, output: 'try\ntry\n' });
  });

  test('it ends with the code of the upload when its time is over', async () => {
    const script = await waiting(['sh', '-c', 'exit 7'], Duration.seconds(1));

    expect((await script.stop()).code).toBe(7);
  });

  test('a second stop signal does not disturb the upload', async () => {
    const script = await waiting(['sh', '-c', 'echo begun; sleep 0.5; echo done']);

    const first = script.stop();
    await script.prints(/begun/);
    const second = script.stop();

    await expect(Promise.all([first, second])).resolves.toMatchObject([{ code: 0, output: 'begun\ndone\n' }, { code: 0 }]);
  });
});
