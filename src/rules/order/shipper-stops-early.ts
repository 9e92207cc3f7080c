import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { SharedFolder, sharedFolders } from '../../recognition/shared-files';
import { Severity } from '../engine/finding';
import { Offense, quoted, Rule, RuleContext } from '../engine/rule';

export const shipperStopsEarly: Rule = {
  id: 'NS206',
  name: 'shipper-stops-early',
  severity: Severity.INFO,
  title: 'A log shipper stops before a sidecar whose logs it ships',
  why: 'The kubelet stops native sidecars in reverse list order. A shipper that is listed after the sidecar whose files it reads stops first, '
    + 'and loses the lines that the sidecar writes during shutdown.',
  fix: 'List the shipper before the sidecars whose files it reads.',
  example: {
    wrong: [
      'initContainers:',
      '  - name: proxy',
      '    image: docker.io/envoyproxy/envoy:distroless-v1.39.0',
      '    restartPolicy: Always',
      '    volumeMounts: [{ name: logs, mountPath: /var/log/envoy }]',
      '  - name: shipper',
      '    image: cr.fluentbit.io/fluent/fluent-bit:5.1.1',
      '    restartPolicy: Always',
      '    volumeMounts: [{ name: logs, mountPath: /logs, readOnly: true }]',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: shipper',
      '    image: cr.fluentbit.io/fluent/fluent-bit:5.1.1',
      '    restartPolicy: Always',
      '    volumeMounts: [{ name: logs, mountPath: /logs, readOnly: true }]',
      '  - name: proxy',
      '    image: docker.io/envoyproxy/envoy:distroless-v1.39.0',
      '    restartPolicy: Always',
      '    volumeMounts: [{ name: logs, mountPath: /var/log/envoy }]',
    ].join('\n'),
  },
  since: '0.1.0',
  check: ({ pod, recognition }: RuleContext): Offense[] => {
    const natives = pod.spec.initContainers && pod.spec.volumes ? pod.sidecars : [];
    if (natives.length < 2) {
      return [];
    }
    const isShipper = (container: PodContainer) => recognition.helper(container.name)?.direction === 'shipper';
    const folders = sharedFolders(pod, natives);
    return recognition.helpers.filter(({ container, direction }) => container.role === ContainerRole.SIDECAR && direction === 'shipper').flatMap(({ container }) => {
      const earlier = natives.slice(0, natives.indexOf(container)).filter(native => !isShipper(native) && folders.some(folder =>
        folder.container === native && !folder.readOnly && sees(folders, container, folder)));
      return earlier.length > 0 ? [{
        container: container.name,
        message: `shipper '${container.name}' stops before ${quoted(earlier.map(native => native.name))}, whose files it reads, so lines that are written during shutdown are lost`,
        fix: `list '${container.name}' before ${quoted(earlier.map(native => native.name))}`,
      }] : [];
    });
  },
};

function sees(folders: readonly SharedFolder[], container: PodContainer, { place }: SharedFolder): boolean {
  return folders.some(folder => folder.container === container && folder.place === place);
}
