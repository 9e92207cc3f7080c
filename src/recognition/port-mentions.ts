import { portsOf } from './program-runs';
import type { RecognizedPod } from './recognized';
import { mountedTexts, settingsOf } from './settings';
import { listOf } from '../data/json';
import { repositoryOf } from '../knowledge/known-programs';
import { proxyOfPort } from '../knowledge/meshes/proxy-ports';
import { defaultPorts } from '../knowledge/payloads';
import { askImage } from '../kubernetes/image-of';
import { PodContainer } from '../kubernetes/pod';

/** The port that clients use if they are given none. It is worth a question even if the container declares no ports. */
const HTTP_PORT = 80;

/**
 * Whether anything shows that a container may listen on a port: what the containers declare, their settings, the files that they mount, or what is known of
 * the program. A container without declared ports may listen on any port, so only the default port of HTTP is questioned there.
 */
export function isMentioned(recognition: RecognizedPod, container: PodContainer, port: number): boolean {
  if ((portsOf(container).length === 0 && port !== HTTP_PORT) || recognition.program(container) !== undefined || proxyOfPort(port)) {
    return true;
  }
  if (recognition.pod.containers.some(one => portsOf(one).includes(port)) || askImage(container.spec, image => isDefaultPort(image, port))) {
    return true;
  }
  const number = new RegExp(`(^|\\D)${port}(\\D|$)`);
  return hasUnseenSettings(recognition, container)
    || settingsOf(recognition, container).some(({ value }) => number.test(value))
    || mountedTexts(recognition, container).some(text => number.test(text));
}

function isDefaultPort(image: unknown, port: number): boolean {
  return typeof image === 'string' && defaultPorts(repositoryOf(image)).includes(port);
}

/** Whether a container reads Secrets, or ConfigMaps that are not part of the input: its ports may be there. */
function hasUnseenSettings({ pod, surroundings }: RecognizedPod, { spec }: PodContainer): boolean {
  const isUnseen = (name: unknown) => surroundings.configMap(pod, String(name)) === undefined;
  const mounted = new Set(listOf(spec.volumeMounts).map(mount => mount.name));
  return listOf(spec.envFrom).some(({ configMapRef, secretRef }) => secretRef || (configMapRef && isUnseen(configMapRef.name)))
    || listOf(pod.spec.volumes).filter(volume => mounted.has(volume.name))
      .some(({ secret, projected, configMap }) => secret || projected || (configMap && isUnseen(configMap.name)));
}
