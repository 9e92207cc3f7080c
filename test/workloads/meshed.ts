import { ApiObject, Chart, Cron, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { Construct } from 'constructs';
import { Mesh, MeshedDaemonSet, MeshedDeployment, MeshedStatefulSet, PodModel, SidecarCronJob, SidecarJob } from '../../src';

const PROPS = { containers: [{ name: 'app', image: 'ghcr.io/acme/app:1.0.0' }] };
const JOB = { ...PROPS, activeDeadline: Duration.hours(1) };

/** Every construct that takes a mesh, with one container that is called `app`. */
export const MESHED: { readonly [name: string]: (chart: Chart, mesh: Mesh) => Construct } = {
  MeshedDeployment: (chart, mesh) => new MeshedDeployment(chart, 'app', { ...PROPS, mesh }),
  MeshedStatefulSet: (chart, mesh) => new MeshedStatefulSet(chart, 'app', { ...PROPS, mesh, service: serviceIn(chart), preStopDelay: Duration.seconds(0) }),
  MeshedDaemonSet: (chart, mesh) => new MeshedDaemonSet(chart, 'app', { ...PROPS, mesh }),
  SidecarJob: (chart, mesh) => new SidecarJob(chart, 'app', { ...JOB, mesh }),
  SidecarCronJob: (chart, mesh) => new SidecarCronJob(chart, 'app', { ...JOB, mesh, schedule: Cron.daily() }),
};

/** A StatefulSet cannot be without one; the wait behind it is switched off above, so that all constructs are alike. */
function serviceIn(chart: Chart): kplus.Service {
  return new kplus.Service(chart, 'service', { ports: [{ port: 80 }] });
}

/** What a mesh writes on a workload. */
export interface Marks {
  readonly labels: { readonly [key: string]: string };
  readonly annotations: { readonly [key: string]: string };
  readonly grace: number;
}

/** What stands on the pod template of a workload; also of one that synth refuses. */
export function marksOf(workload: Construct): Marks {
  return marksIn(ApiObject.of(workload).toJson());
}

/** What replaces the token that cdk8s-plus does not mount: `mesh-cures.test.ts` tests it. */
const CURES = ['kuma.io/service-account-token-volume', 'dapr.io/disable-builtin-k8s-secret-store'];

/** What stands on the pod template of a manifest, without what is there in no mesh: the labels of selectors, and the container that kubectl means. */
export function marksIn(manifest: unknown): Marks {
  const { metadata, gracePeriodSeconds: grace } = PodModel.fromManifest(manifest);
  return {
    labels: without(metadata.labels, ['app', 'cdk8s.io/metadata.addr']),
    annotations: without(metadata.annotations, ['kubectl.kubernetes.io/default-container', ...CURES]),
    grace,
  };
}

function without(marks: { readonly [key: string]: string } | undefined, keys: readonly string[]): { [key: string]: string } {
  return Object.fromEntries(Object.entries(marks ?? {}).filter(([key]) => !keys.includes(key)));
}
