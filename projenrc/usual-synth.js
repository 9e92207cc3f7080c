// What most programs do: they synthesize a Deployment with a sidecar. projenrc/at-once.js puts the modules that this runs into one file.
const { ApiObject, Chart, Testing } = require('cdk8s');

const IMAGES = ['ghcr.io/acme/app:1.4.2', 'docker.io/library/memcached:1.6.45-alpine'];

/** @param folder the compiled library */
module.exports = folder => {
  const { NativeSidecar, StartupGate } = require(folder);
  for (const image of IMAGES) {
    const chart = new Chart(Testing.app(), 'shop');
    const containers = [{ name: 'app', image: 'ghcr.io/acme/app:1.4.2', ports: [{ containerPort: 8080 }], startupProbe: { tcpSocket: { port: 8080 } } }];
    const workload = new ApiObject(chart, 'web', { apiVersion: 'apps/v1', kind: 'Deployment', spec: { template: { spec: { containers } } } });
    new NativeSidecar(workload, 'cache', {
      image,
      args: ['--memory-limit=64'],
      ports: [{ number: 11211 }],
      startup: StartupGate.tcpSocket(11211),
    });
    Testing.synth(chart);
  }
};
