import type { Helper } from './helpers';
import { PodView, repository } from './pod-view';
import { listOf, mountedTexts } from './settings';
import { liesIn, SharedFolder, sharedFolders } from './shared-files';
import { PodContainer } from '../lifecycle/pod';

const LOG_READER = /fluent|filebeat|logstash|promtail|log-?(ship|forward|agent|router|collect|tail|stream)/i;
const WEB_SERVER = /(^|\/)(nginx|nginx-unprivileged|nginx-\d+|httpd|caddy|lighttpd)$/;

/** Containers that take away, or bring, files in a folder that they share with another one. */
export function helpersByFiles(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const folders = sharedFolders(view.recognition.pod, view.runners);
  return folders.filter(({ container }) => !found.has(container)).flatMap((folder): Helper[] => {
    const others = folders.filter(other => other.volume === folder.volume && other.container !== folder.container);
    const writer = others.find(other => !other.readOnly && !found.has(other.container));
    if (writer && shipsFrom(view, folder)) {
      return [{
        container: folder.container,
        direction: 'shipper',
        why: `it reads what '${writer.container.name}' writes into '${folder.volume}'`,
        neverEnds: view.neverEnds(folder.container),
      }];
    }
    const reader = others.find(other => other.readOnly);
    return reader && brings(view, folder, reader)
      ? [{ container: folder.container, direction: 'content', why: `it writes what '${reader.container.name}' reads from '${folder.volume}'` }]
      : [];
  });
}

/** It tails a file of the folder, or its image is called like a reader of logs. */
function shipsFrom({ recognition }: PodView, { container, path }: SharedFolder): boolean {
  const run = recognition.commands(container).find(command => command.moment === 'run');
  const text = run?.words.join(' ') ?? '';
  const tails = /\btail\b[^;&|]* (-\w*[fF]|--follow)/.test(text) && text.split(/[\s"';]+/).some(word => liesIn(word, path));
  return tails ? recognition.isEndless(container) : LOG_READER.test(repository(container));
}

/** It only writes, and a web server that only serves files reads it. */
function brings(view: PodView, folder: SharedFolder, reader: SharedFolder): boolean {
  const { spec } = folder.container;
  const hasLifeOfItsOwn = view.faces(folder.container) || spec.readinessProbe || spec.livenessProbe || spec.lifecycle;
  return !folder.readOnly && !hasLifeOfItsOwn && !view.program(folder.container) && !/log/i.test(folder.path + reader.path)
    && !view.soundsLikeApp(folder.container) && WEB_SERVER.test(repository(reader.container)) && servesFilesOnly(view, reader.container);
}

/** Nothing is mounted that could tell a web server to pass requests on. */
function servesFilesOnly({ recognition }: PodView, container: PodContainer): boolean {
  const mounted = new Set(listOf(container.spec.volumeMounts).map(mount => mount.name));
  const configs = listOf(recognition.pod.spec.volumes)
    .filter(volume => mounted.has(volume.name) && (volume.configMap ?? volume.secret ?? volume.projected));
  const texts = mountedTexts(recognition, container);
  return container.spec.command === undefined
    && (configs.length === 0 || (texts.length >= configs.length && !texts.some(text => /_pass\b|ProxyPass|reverse_proxy/.test(text))));
}
