import { Leftover, Place } from './leftover';
import { imageName } from './loopback';
import { Finder, Scene } from './scene';
import { isObject, listOf } from '../../data/json';
import { PodContainer } from '../../kubernetes/pod';
import { pathOf } from '../commands';

const FLAG = /^--?quitquitquit(=(true|1))?$/;
const VARIABLE = /^(CSQL|ALLOYDB)_PROXY_QUITQUITQUIT$/;
const LIFECYCLE_FLAG = /^--web\.enable-lifecycle(=true)?$/;
const ENABLE_QUIT = /\benable_quit\b["']?\s*[=:]\s*["']?true\b["']?,?[ \t]*\n?/;

/** Finds sidecars that let themselves be told to quit over HTTP. */
export const findQuitEndpoints: Finder = scene => scene.recognition.pod.containers.flatMap(container => inContainer(scene, container));

function inContainer(scene: Scene, container: PodContainer): Leftover[] {
  const found = [...inWords(scene, container), ...inVariables(scene, container), ...inConfiguration(scene, container)];
  return found.length > 0 ? [{
    kind: 'quit-endpoint',
    container: container.name,
    target: container.name,
    text: found[0].text,
    places: found.map(({ place }) => place),
  }] : [];
}

interface Found {
  readonly text: string;
  readonly place: Place;
}

function inWords({ recognition }: Scene, container: PodContainer): Found[] {
  const run = recognition.commands(container).find(command => command.moment === 'run');
  const isStatsd = /statsd/.test(imageName(container));
  return (run?.words ?? []).flatMap((word, index) => FLAG.test(word) || (isStatsd && LIFECYCLE_FLAG.test(word))
    ? [{ text: word, place: { path: run!.paths[index] } }]
    : []);
}

function inVariables({ recognition }: Scene, container: PodContainer): Found[] {
  return listOf(container.spec.env).flatMap(variable => VARIABLE.test(variable.name) && /^(true|1|t)$/i.test(String(variable.value))
    ? [{ text: variable.name, place: { path: [...pathOf(recognition.pod, container), 'env', container.spec.env.indexOf(variable)] } }]
    : []);
}

/** Vault's agent is told in its configuration. */
function inConfiguration({ recognition: { pod, surroundings } }: Scene, container: PodContainer): Found[] {
  if (!surroundings.hasConfigMaps || !/^vault/.test(imageName(container))) {
    return [];
  }
  const volumes = listOf(pod.spec.volumes);
  const names = listOf(container.spec.volumeMounts).map(mount => volumes.find(volume => volume.name === mount.name)?.configMap?.name);
  return names.filter(name => typeof name === 'string').flatMap(name => {
    const data = surroundings.configMap(pod, name)?.data;
    return isObject(data) ? Object.entries(data).flatMap(([key, text]) => {
      const match = typeof text === 'string' ? ENABLE_QUIT.exec(text) : null;
      const span = match ? { start: match.index, end: match.index + match[0].length } : undefined;
      return span ? [{ text: 'enable_quit', place: { configMap: name, path: ['data', key], span } }] : [];
    }) : [];
  });
}
