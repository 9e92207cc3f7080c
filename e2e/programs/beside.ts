import { Binary, find } from './binaries';
import { makeImage } from './images';
import { Cluster } from '../cluster';
import { PodObserver } from '../observer';

const NAME = 'beside';
const IMAGE = 'registry.local/cdk8s-sidecars-beside:1';

/** Starts what must answer while a program starts, in a pod of its own; returns how the program's pod finds it by its name, since no name server knows it. */
export async function startBeside(
  cluster: Cluster, namespace: string, binary: Binary, files: { readonly [path: string]: string }, load: string,
): Promise<object[] | undefined> {
  if (!binary.besideInPod) {
    return undefined;
  }
  const { host, port, command } = binary.besideInPod;
  const program = `/usr/bin/${command[0]}`;
  makeImage(IMAGE, { programs: { [program]: find(command[0])! }, files, config: {} }, load);
  const watched = new PodObserver(cluster, namespace, ({ metadata }) => metadata.name === NAME);
  try {
    await cluster.apply(namespace, [podOf([program, ...command.slice(1)], port)]);
    await watched.ready(NAME);
    return [{ ip: watched.pod.status.podIP, hostnames: [host] }];
  } finally {
    await watched.close();
  }
}

function podOf(command: readonly string[], port: number): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: NAME },
    spec: {
      terminationGracePeriodSeconds: 1,
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 65532,
        seccompProfile: { type: 'RuntimeDefault' },
        sysctls: [{ name: 'net.ipv4.ip_unprivileged_port_start', value: String(port) }],
      },
      containers: [{
        name: NAME,
        image: IMAGE,
        imagePullPolicy: 'Never',
        command,
        workingDir: '/',
        readinessProbe: { tcpSocket: { port }, periodSeconds: 1 },
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      }],
    },
  };
}
