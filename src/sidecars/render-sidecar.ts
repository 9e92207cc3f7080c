import { ApiObject } from 'cdk8s';
import * as kplus from 'cdk8s-plus-28';
import { IConstruct } from 'constructs';
import { renderContainer } from './container-json';
import { DrainNotice } from './drain-notice';
import { fitToImage, ImageFit } from './image-fit';
import { cleanJson, sortOwnKeys } from './json';
import { newerFields, NewerProps } from './newer-fields';
import { SidecarAdditions } from './sidecar-additions';
import { GivenImage, imageFields } from './sidecar-images';
import { changeRaw } from './sidecar-overlay';
import { SidecarPart } from './sidecar-part';
import { StartupGate } from './startup-gate';

/** What a sidecar is made of, as it is rendered. */
export interface SidecarSource {
  readonly name: string;
  readonly startup: StartupGate;
  readonly container: kplus.Container;
  readonly additions: SidecarAdditions;
  readonly preStop?: DrainNotice;
  readonly newer: NewerProps;
  /** The construct, whose scopes may decide about its image. */
  readonly construct: IConstruct;
  readonly given: GivenImage;
  readonly fit: ImageFit;
}

/** Renders the container of a sidecar, its volumes and its additions to the app, for the pod of an API object. */
export function renderSidecar(object: ApiObject, source: SidecarSource): SidecarPart {
  const { name, additions } = source;
  const { container, volumes, extraMounts } = renderContainer(object, source.container, additions.appMounts.map(({ mount }) => mount));
  const complete = completeContainer(source, container);
  return {
    name,
    container: complete.container,
    problems: complete.problems,
    volumes: complete.volumes.length === 0 ? volumes : [...volumes, ...complete.volumes],
    mountsInApp: extraMounts.map((mount, index) => ({ container: additions.appMounts[index].container, mount })),
    envInApp: additions.appEnv,
    connected: additions.connected,
    existingVolumes: additions.existingMounts.map(mount => mount.name),
    configs: additions.configMaps.map(({ data, binaryData }) => ({ ...data, ...binaryData })),
    startsAfter: additions.startsAfter,
    startsAfterInit: additions.startsAfterInit,
  };
}

function completeContainer(source: SidecarSource, container: any): Pick<SidecarPart, 'container' | 'problems' | 'volumes'> {
  const { name, startup, preStop, newer, additions, construct, given, fit } = source;
  const startupProbe = startup._toProbe();
  const lifecycle = preStop && { preStop: preStop._toHandler(name) };
  const { fields, problems } = newerFields(name, construct, newer, lifecycle);
  const mounts = [...(container.volumeMounts ?? []), ...additions.existingMounts];
  // The container is clean already.
  const { container: complete, volumes } = fitToImage(sortOwnKeys({
    ...container,
    ...imageFields(construct, container.image, given),
    restartPolicy: 'Always',
    ...cleanJson({ startupProbe, lifecycle, ...fields, volumeMounts: mounts.length > 0 ? mounts : undefined }),
  }), fit);
  if (additions.rawChanges.length === 0) {
    return { container: complete, problems, volumes };
  }
  const changed = changeRaw(name, complete, additions.rawChanges);
  return { container: cleanJson(changed.container), problems: [...problems, ...changed.problems], volumes };
}
