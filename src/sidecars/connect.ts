import * as kplus from 'cdk8s-plus-28';
import { Construct, IConstruct } from 'constructs';
import { PodAttachments } from './attachments';
import { shown } from '../data/arguments';
import { isObject } from '../data/json';
import { Wording } from '../data/wording';

/** Stands for all containers that can use a sidecar. No container can have this name. */
export const ALL_CONTAINERS = '*';

/** What a container gets to use a sidecar. */
export interface Connection {
  readonly variables?: { readonly [name: string]: string };
  /** The property of the sidecar that gives the variables other names, in quotes. */
  readonly renamedBy?: Wording;
  /** A volume of the sidecar, at the same path in both. */
  readonly mount?: { readonly volume: kplus.Volume; readonly path: string; readonly readOnly?: boolean };
}

/**
 * The name of the container that a caller of `connect` means; undefined for the first main container.
 *
 * Containers are compared as objects and not by class, because every minor of cdk8s-plus has a class of its own. A container that no workload has yet may still be
 * added to this one, so its name decides at synth.
 */
export function connectedName(attached: PodAttachments, sidecar: string, container: unknown): string | undefined {
  if (container === undefined || container === null) {
    return undefined;
  }
  if (typeof container === 'string') {
    return notItself(attached, sidecar, container);
  }
  if (!isContainer(container)) {
    throw new Error(`'${sidecar}' cannot connect ${shown(container)}: pass a container of '${attached.owner.workload.node.path}', or its name`);
  }
  const { workload } = attached.owner;
  const own: IConstruct[] = [workload, ...attached.sidecars.map(({ construct }) => construct)];
  const has = (one: IConstruct) => containersOf(one).includes(container);
  const owner = own.find(has) ?? workload.node.root.node.findAll().find(has);
  if (owner && !own.includes(owner)) {
    throw new Error(`'${sidecar}' of '${workload.node.path}' cannot connect container '${container.name}' of '${owner.node.path}', because they are in different pods: pass a container of '${workload.node.path}', or add a sidecar to '${owner.node.path}'`);
  }
  return notItself(attached, sidecar, container.name);
}

/** A sidecar that is connected to itself tells its address to nobody. */
function notItself({ owner }: PodAttachments, sidecar: string, name: string): string {
  if (name === sidecar) {
    throw new Error(`'${sidecar}' cannot connect itself: pass a container of '${owner.workload.node.path}' that uses '${sidecar}', or its name`);
  }
  return name;
}

/** A container of any minor of cdk8s-plus, or a container as Kubernetes writes it. */
function isContainer(value: unknown): value is { readonly name: string } {
  return isObject(value) && !Construct.isConstruct(value) && typeof value.name === 'string' && typeof value.image === 'string';
}

/** The containers that a construct shows: those of a cdk8s-plus workload, or the one of a sidecar. */
function containersOf(construct: IConstruct): readonly unknown[] {
  const { containers, initContainers, container } = construct as unknown as { readonly [property: string]: unknown };
  return [containers, initContainers, container].flatMap(one => one ?? []);
}
