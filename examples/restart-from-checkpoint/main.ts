import { App, Chart, Duration } from 'cdk8s';
import { KubernetesVersion, NativeSidecar, PodLifecycle, SidecarFailure, SidecarJob, StartupGate } from 'cdk8s-sidecars';

export function build(): App {
  const app = new App();
  const chart = new Chart(app, 'training', { disableResourceNameHashes: true });
  PodLifecycle.target(chart, KubernetesVersion.of('1.36')); // the first version that can restart all containers of a pod

  const job = new SidecarJob(chart, 'train', {
    containers: [{ name: 'train', image: 'ghcr.io/acme/train:3.0.0', args: ['--resume=/checkpoints'] }],
    activeDeadline: Duration.hours(12), // restarts within the pod do not count against backoffLimit
  });
  const watcher = new NativeSidecar(job, 'watcher', {
    image: 'ghcr.io/acme/training-watcher:1.1.0',
    startup: StartupGate.httpGet('/healthz', 8081),
    onFailure: SidecarFailure.restartPodOnExitCodes([88]), // the training has lost its peers: start again from the last checkpoint
  });
  watcher.shareEmptyDir('checkpoints', { path: '/checkpoints' });
  return app;
}

if (require.main === module) {
  build().synth();
}
