import { App, Chart, Testing } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { NativeSidecar, NativeSidecarProps, PodModel, StartupGate } from '../../src';

/** What a sidecar must have, and nothing else. */
export const CACHE: NativeSidecarProps = {
  image: 'ghcr.io/acme/cache:1.6.45',
  startup: StartupGate.tcpSocket(11211),
};

/** Adds a sidecar of which only what is under test is special. */
export function addSidecar(scope: Construct, id: string = 'cache', props: Partial<NativeSidecarProps> = {}): NativeSidecar {
  return new NativeSidecar(scope, id, { ...CACHE, ...props });
}

/** A Deployment as a user of cdk8s-plus has it; its container is called `web` and listens on 8080. */
export function deploymentIn(scope: Construct, props: kplus.DeploymentProps = {}, id: string = 'web'): kplus.Deployment {
  return new kplus.Deployment(scope, id, { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }], ...props });
}

/** A Deployment as a user of `cdk8s import k8s` has it; its container is called `web` and listens on 8080. */
export function kubeDeploymentIn(scope: Construct, podSpec: Partial<kplus.k8s.PodSpec> = {}, id: string = 'web'): kplus.k8s.KubeDeployment {
  const labels = { app: id };
  return new kplus.k8s.KubeDeployment(scope, id, {
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'web', image: 'ghcr.io/acme/web:1.4.2', ports: [{ containerPort: 8080 }] }], ...podSpec },
      },
    },
  });
}

/** A chart that writes names without hashes. */
export function chartIn(app: App = Testing.app(), id: string = 'shop', namespace?: string): Chart {
  return new Chart(app, id, { disableResourceNameHashes: true, namespace });
}

/** The only pod of a chart, synthesized. */
export function synthPod(chart: Chart): PodModel {
  return PodModel.fromManifest({ kind: 'List', items: Testing.synth(chart) });
}

/** What synth has to say against a chart, line by line. */
export function refusals(chart: Chart): string[] {
  try {
    Testing.synth(chart);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1).map(line => line.trim());
  }
}
