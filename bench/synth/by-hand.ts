import { Chart, Duration, Size } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { measureSynth } from './measure-synth';

/** What a person writes who knows all that NativeSidecar knows: the output is the same. */
function addWorkload(chart: Chart, id: string, image: string): void {
  const web = new kplus.Deployment(chart, id, {
    containers: [{ image, portNumber: 8080 }],
    podMetadata: { annotations: { 'kubectl.kubernetes.io/default-container': 'main' } },
    terminationGracePeriod: Duration.seconds(34),
  });
  web.addInitContainer({
    name: 'cache',
    image: 'docker.io/library/memcached:1.6.45-alpine',
    args: ['--memory-limit=64'],
    ports: [{ number: 11211, name: 'memcached' }],
    envVariables: { LOG_LEVEL: kplus.EnvValue.fromValue('info') },
    restartPolicy: kplus.ContainerRestartPolicy.ALWAYS,
    startup: kplus.Probe.fromTcpSocket({ port: 11211, periodSeconds: Duration.seconds(1), failureThreshold: 61 }),
    imagePullPolicy: kplus.ImagePullPolicy.IF_NOT_PRESENT,
    resources: {
      cpu: { request: kplus.Cpu.millis(50) },
      memory: { request: Size.mebibytes(64), limit: Size.mebibytes(128) },
    },
    securityContext: {
      ensureNonRoot: true,
      user: 11211,
      privileged: false,
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: [kplus.Capability.ALL] },
      seccompProfile: { type: kplus.SeccompProfileType.RUNTIME_DEFAULT },
    },
  });
}

measureSynth(addWorkload);
