import { Chart, Duration } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { measureSynth } from './measure-synth';
import { NativeSidecar, StartupGate } from '../../lib';

/** The same as by hand, through NativeSidecar. */
function addWorkload(chart: Chart, id: string, image: string): void {
  const web = new kplus.Deployment(chart, id, {
    containers: [{ image, portNumber: 8080 }],
  });
  new NativeSidecar(web, 'cache', {
    image: 'docker.io/library/memcached:1.6.45-alpine',
    args: ['--memory-limit=64'],
    ports: [{ number: 11211, name: 'memcached' }],
    envVariables: { LOG_LEVEL: kplus.EnvValue.fromValue('info') },
    user: 11211,
    startup: StartupGate.tcpSocket(11211),
    shutdown: Duration.seconds(2),
  });
}

measureSynth(addWorkload);
