import { Chart, Testing } from 'cdk8s';
import { selfSigned } from './binaries';
import { Mount, Synthesized } from './pod';

/** The sidecar as it stands in the Deployment, with the ConfigMaps that it mounts. */
export function synthesized(chart: Chart, sidecar: string): Synthesized {
  const documents: any[] = Testing.synth(chart);
  const { spec } = documents.find(({ kind }) => kind === 'Deployment').spec.template;
  const container = spec.initContainers.find(({ name }: any) => name === sidecar);
  const mounts: Mount[] = (container.volumeMounts ?? []).map(({ name, mountPath }: any) => {
    const volume = spec.volumes.find((candidate: any) => candidate.name === name);
    const configMap = documents.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === volume.configMap?.name);
    // What is in Secrets and tokens is not synthesized: see `Binary.files`.
    return { path: mountPath, files: volume.emptyDir ? undefined : configMap?.data ?? madeUp(mountPath) };
  });
  return { container, mounts };
}

/** Certificates, which come from Secrets and ConfigMaps of others. */
function madeUp(folder: string): { [name: string]: string } {
  const [key, certificate] = /-(tls|ca)$/.test(folder) ? selfSigned('web.acme.com') : [];
  return folder.endsWith('-tls') ? { 'tls.crt': certificate!, 'tls.key': key! } : folder.endsWith('-ca') ? { 'ca.crt': certificate! } : {};
}
