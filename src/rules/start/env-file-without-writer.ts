import { listOf } from '../../data/json';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { EnvFile, envFilesOf, writersOf } from '../../recognition/env-files';
import { Severity } from '../engine/finding';
import { atContainer } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const envFileWithoutWriter: Rule = {
  id: 'NS122',
  name: 'env-file-without-writer',
  severity: Severity.ERROR,
  title: 'A file for environment variables must be written before its container starts',
  why: 'The kubelet reads a variable with fileKeyRef when it starts the container. If the file is missing, the container does not start, also with `optional: true`, which only allows '
    + 'a missing key. An emptyDir is empty at first, so an earlier init container or sidecar has to write the file.',
  fix: 'Mount the volume in an init container, or in a native sidecar with a startup probe that checks the file, and write the file there.',
  example: {
    wrong: `# for Kubernetes 1.36
volumes: [{ name: env, emptyDir: {} }]
containers:
- name: web
  env: [{ name: TOKEN, valueFrom: { fileKeyRef: { volumeName: env, path: app.env, key: TOKEN } } }]`,
    right: `# for Kubernetes 1.36
volumes: [{ name: env, emptyDir: {} }]
initContainers:
- name: login
  command: [sh, -c, 'login > /env/app.env']
  volumeMounts: [{ name: env, mountPath: /env }]
containers:
- name: web
  env: [{ name: TOKEN, valueFrom: { fileKeyRef: { volumeName: env, path: app.env, key: TOKEN } } }]`,
  },
  since: '0.1.0',
  needs: 'valueFrom',
  check: (context: RuleContext): RuleOffense[] => unwrittenFiles(context).map(({ container, index, variable, volume, path }) => ({
    container: container.name,
    message: `'${container.name}' never starts: the kubelet reads ${variable} from ${path} in the emptyDir '${volume}' when the container starts, and no earlier container can write it`,
    fix: `write ${path} in an init container, or in a native sidecar with a startup probe, that mounts '${volume}'`,
    at: atContainer(context.pod, container, 'env', index),
  })),
};

function unwrittenFiles(context: Pick<RuleContext, 'pod' | 'kubernetes'>): EnvFile[] {
  return filesIn(context).filter(file => writersOf(context.pod, file).length === 0);
}

/** The files that are not there at first. */
function filesIn({ pod, kubernetes }: Pick<RuleContext, 'pod' | 'kubernetes'>): EnvFile[] {
  // Older versions refuse the field, which NS602 reports.
  const files = kubernetes.supports(KubernetesFeature.FILE_KEY_REF) ? envFilesOf(pod) : [];
  const isEmptyDir = (volume: string) => listOf(pod.spec.volumes).some(({ name, emptyDir }) => name === volume && emptyDir !== undefined);
  return files.filter(file => isEmptyDir(file.volume));
}

/** What a timeline assumes about files that nothing writes, or that a sidecar without a startup probe may write too late. */
export function notesOnEnvFiles(context: Pick<RuleContext, 'pod' | 'kubernetes'>): string[] {
  const { pod } = context;
  const sidecar = ({ spec, role }: PodContainer) => role === ContainerRole.SIDECAR && spec.startupProbe === undefined;
  const late = filesIn(context).filter(file => writersOf(pod, file).length > 0 && writersOf(pod, file).every(sidecar));
  const told = ({ container, volume, path }: EnvFile, why: string) => `${path} is in '${volume}' when '${container.name}' starts, although ${why}`;
  return [
    ...unwrittenFiles(context).map(file => told(file, 'no earlier container can write it (NS122)')),
    ...late.map(file => told(file, `${writersOf(pod, file).map(({ name }) => `'${name}'`).join(' and ')} may write it later: no startup probe holds the container back (NS101)`)),
  ];
}
