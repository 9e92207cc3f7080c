import { carries } from './carriers';
import type { Helper } from './helper';
import { PodView, repository } from './pod-view';
import { mountedTexts, settingsOf } from './settings';
import { liesIn, SharedFolder, sharedFolders } from './shared-files';
import { listOf } from '../data/json';
import { PodContainer } from '../kubernetes/pod';

const LOG_READER = /fluent|filebeat|logstash|promtail|log-?(ship|forward|agent|router|collect|tail|stream)|(^|[/_-])tail(er|ing)?($|[_-])/i;
const WEB_SERVER = /(^|\/)(nginx|nginx-unprivileged|nginx-\d+|httpd|caddy|lighttpd)$/;

/** Containers that ship or fetch files in a folder that they share with another one. */
export function helpersByFiles(view: PodView, found: ReadonlyMap<PodContainer, Helper>): Helper[] {
  const folders = [...sharedFolders(view.recognition.pod, view.runners), ...lastingLogs(view)];
  return folders.filter(({ container }) => !found.has(container)).flatMap((folder): Helper[] => {
    const others = folders.filter(other => other.volume === folder.volume && other.container !== folder.container);
    const writer = others.find(other => !other.readOnly && !found.has(other.container));
    const carried = carries(view, folder);
    if (writer && (carried === 'away' || shipsFrom(view, folder))) {
      return [{
        container: folder.container,
        direction: 'shipper',
        why: `it reads what '${writer.container.name}' writes to volume '${folder.volume}'`,
        neverEnds: view.neverEnds(folder.container),
      }];
    }
    const reader = others.find(other => other.readOnly) ?? (carried === 'here' ? writer : undefined);
    return reader && !folder.readOnly && (carried === 'here' || brings(view, folder, reader) || renews(view, folder, reader))
      ? [{
        container: folder.container,
        direction: 'content',
        why: `it writes what '${reader.container.name}' reads from volume '${folder.volume}'`,
        neverEnds: view.neverEnds(folder.container),
      }]
      : [];
  });
}

/** Folders that outlive the pod, where one who shares them is called like a reader of logs; on every node it would be a reader of the node's. */
function lastingLogs({ recognition: { pod }, runners }: PodView): SharedFolder[] {
  return !pod._found.workload.onEveryNode && runners.some(container => LOG_READER.test(repository(container)))
    ? sharedFolders(pod, runners, volume => volume.hostPath !== undefined || volume.persistentVolumeClaim !== undefined)
    : [];
}

/** It tails a file of the folder, or its image is called like a reader of logs. What gets its logs through a Service is there for others. */
function shipsFrom({ recognition, targets }: PodView, { container, path }: SharedFolder): boolean {
  const run = recognition.commands(container).find(command => command.moment === 'run');
  const text = run?.words.join(' ') ?? '';
  const tails = /\btail\b[^;&|]* (-\w*[fF]|--follow)/.test(text) && text.split(/[\s"';]+/).some(word => liesIn(word, path));
  return tails ? recognition.isEndless(container) && !startsMore(text) : LOG_READER.test(repository(container)) && !targets.has(container);
}

/** It starts something else in the background, whose own log it then tails. */
function startsMore(text: string): boolean {
  return text.includes('&') && text.split(/[\n;]|&&/).some(part => /[^>&]&\s*$/.test(part) && !/\btail\b/.test(part));
}

/** It only writes, and a web server that only serves files reads it. */
function brings(view: PodView, folder: SharedFolder, reader: SharedFolder): boolean {
  const { spec } = folder.container;
  const hasLifeOfItsOwn = view.faces(folder.container) || spec.readinessProbe || spec.livenessProbe || spec.lifecycle;
  return !folder.readOnly && !hasLifeOfItsOwn && !view.program(folder.container) && !/log/i.test(folder.path + reader.path)
    && !view.hasAppName(folder.container) && WEB_SERVER.test(repository(reader.container)) && servesFilesOnly(view, reader.container);
}

/** It keeps writing the same file, and a container that only reads is configured with that file: a token, a key, a list. */
function renews(view: PodView, folder: SharedFolder, reader: SharedFolder): boolean {
  const { container, path } = folder;
  if (folder.readOnly || view.faces(container) || view.hasAppName(container) || /log/i.test(path + reader.path) || !view.recognition.isEndless(container)) {
    return false;
  }
  const script = view.recognition.commands(container).find(command => command.moment === 'run')?.script?.text ?? '';
  const written = script.split(/[\s"';()]+/).filter(word => liesIn(word, path) && !script.includes(`>> ${word}`) && !script.includes(`>>${word}`))
    .map(word => word.slice(path.length));
  return settingsOf(view.recognition, reader.container)
    .some(({ value }) => written.some(file => file.length > 1 && value.includes(`${reader.path.replace(/(?<!\/)\/+$/, '')}${file}`)));
}

/** The web server mounts no configuration that could make it forward requests. */
function servesFilesOnly({ recognition }: PodView, container: PodContainer): boolean {
  const mounted = new Set(listOf(container.spec.volumeMounts).map(mount => mount.name));
  const configs = listOf(recognition.pod.spec.volumes)
    .filter(volume => mounted.has(volume.name) && (volume.configMap ?? volume.secret ?? volume.projected));
  const texts = mountedTexts(recognition, container);
  return container.spec.command === undefined
    && (configs.length === 0 || (texts.length >= configs.length && !texts.some(text => /_pass\b|ProxyPass|reverse_proxy/.test(text))));
}
