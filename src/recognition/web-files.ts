import { isProbed, PodView, repository } from './pod-view';
import { mountedTexts } from './settings';
import type { SharedFolder } from './shared-files';
import { listOf } from '../data/json';
import type { PodContainer } from '../kubernetes/pod';

const WEB_SERVER = /(^|\/)(nginx|nginx-unprivileged|nginx-\d+|httpd|caddy|lighttpd)$/;

/** Whether one container can write the files that another one, a web server that does nothing else, serves. That it writes them is not seen. */
export function servesWebFiles(view: PodView, folder: SharedFolder, reader: SharedFolder): boolean {
  const isApp = view.faces(folder.container) || isProbed(folder.container) || folder.container.spec.lifecycle;
  return !folder.readOnly && !isApp && !isLog(folder, reader)
    && isWebServer(view, reader) && servesFilesOnly(view, reader.container);
}

/** Whether a container has the image of a web server, or an unknown one and the folder where their images have pages. */
export function isWebServer(view: PodView, folder: SharedFolder): boolean {
  const { container } = folder;
  return WEB_SERVER.test(repository(container)) || (view.program(container) === undefined && hasPages(folder));
}

/** Where web servers have their pages. */
const WEB_ROOT = /\/(html|htdocs|www|wwwroot|public_html)(\/|$)/;

/** Where the images of web servers have theirs. */
const SERVER_ROOT = /^\/usr\/(share\/nginx\/html|local\/apache2\/htdocs)(\/|$)/;

/** Whether a folder lies where the images of web servers have their pages. */
export function hasPages({ path }: SharedFolder): boolean {
  return SERVER_ROOT.test(path);
}

/** Whether a folder that two share is one of logs; one from which a web server serves pages is none, whatever the other one calls it. */
export function isLog(one: SharedFolder, other: SharedFolder): boolean {
  return /log/i.test(one.path + other.path) && ![one, other].some(({ path }) => WEB_ROOT.test(path));
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
