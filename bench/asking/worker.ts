import { App, Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { LifecycleTesting, NativeSidecar, PodLifecycle, StartupGate } from '../../lib';
import { cpuMsOf } from '../usage';

/** What it costs to synthesize workloads, and to ask each of them. */
export interface AskingTimes {
  readonly synth: number;
  readonly timeline: number;
  readonly findings: number;
  /** `LifecycleTesting.timeline`. */
  readonly testing: number;
}

const [count] = process.argv.slice(2).map(Number);
const app = new App();
const chart = new Chart(app, 'shop');
const workloads = Array.from({ length: count }, (_, index) => {
  const web = new kplus.Deployment(chart, `web-${index}`, { containers: [{ image: 'ghcr.io/acme/web:1.4.2', portNumber: 8080 }] });
  web.exposeViaService();
  new NativeSidecar(web, 'cache', { image: 'docker.io/library/memcached:1.6.45-alpine', startup: StartupGate.tcpSocket(11211), shutdown: Duration.seconds(2) });
  return web;
});

const times: AskingTimes = {
  synth: cpuMsOf(() => app.synthYaml()),
  timeline: cpuMsOf(() => workloads.forEach(workload => PodLifecycle.of(workload).timeline())),
  findings: cpuMsOf(() => workloads.forEach(workload => PodLifecycle.of(workload).findings)),
  testing: cpuMsOf(() => workloads.forEach(workload => LifecycleTesting.timeline(chart, `Deployment/${workload.name}`))),
};
process.stdout.write(JSON.stringify(times));
