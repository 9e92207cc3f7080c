import { controlsOf, PodControls } from './controls';
import { Life, lifeOf } from './life';
import { Cluster, ReadText, readText } from './source';
import { LocatedPod } from '../../../../src/core/pods';
import { messageOf } from '../../../../src/data/error-message';
import { drawSvg } from '../../../../src/drawing/svg';
import { drawComparison } from '../../../../src/drawing/svg-comparison';
import { WhatIf } from '../../../../src/simulator/what-if';

/** A workload that can be shown. */
export interface ShownWorkload {
  readonly name: string;
  /** The line on which its document begins, from 1. */
  readonly line: number;
}

/** A picture of a pod, and what belongs to it. */
export interface Picture {
  readonly svg: string;
  readonly controls: PodControls;
  readonly known: readonly string[];
  readonly closeCalls: readonly string[];
  readonly assumptions: readonly string[];
}

/** What the text shows: its workloads, and the picture of one of them or why there is none. */
export interface ShownText {
  readonly workloads: readonly ShownWorkload[];
  /** The position of the workload in the picture. */
  readonly workload: number;
  readonly picture?: Picture;
  readonly why?: string;
}

const NO_POD = 'Paste a Pod, or a workload with a pod template, such as a Deployment or a Job.';

/** Which workload to draw: by its position, or the one that a line is in. */
export type WorkloadChoice = { readonly position: number } | { readonly line: number };

/**
 * Draws a workload of the text.
 *
 * @param migrated the migrated text, to draw what changes too
 */
export function pictureOf(text: string, cluster: Cluster, choice: WorkloadChoice, whatIf: WhatIf, migrated?: string): ShownText {
  let workloads: ShownWorkload[] = [];
  try {
    const read = readText(text, cluster);
    workloads = read.pods.map(workloadOf);
    const chosen = chosenOf(workloads, choice);
    if (chosen < 0) {
      return { workloads, workload: 0, why: read.problems[0]?.message ?? NO_POD };
    }
    const life = lifeOf(read, read.pods[chosen].pod, whatIf);
    const after = migrated === undefined ? undefined : lifeAfter(migrated, cluster, chosen, whatIf);
    return { workloads, workload: chosen, picture: { ...life, svg: draw(life, after), controls: controlsOf(life.drawn.pod, life.scenario, whatIf) } };
  } catch (error) {
    return { workloads, workload: 0, why: messageOf(error) };
  }
}

/** The position of the chosen workload; -1 if there is none. */
function chosenOf(workloads: readonly ShownWorkload[], choice: WorkloadChoice): number {
  if ('position' in choice) {
    return Math.min(choice.position, workloads.length - 1);
  }
  const [begin = workloads[0]?.line] = workloads.map(({ line }) => line).filter(line => line <= choice.line).slice(-1);
  return workloads.findIndex(({ line }) => line === begin);
}

function draw({ drawn }: Life, after: Life | undefined): string {
  return after ? drawComparison(drawn, after.drawn, { embedded: true }) : drawSvg(drawn, { embedded: true });
}

function lifeAfter(migrated: string, cluster: Cluster, workload: number, whatIf: WhatIf): Life | undefined {
  const read: ReadText = readText(migrated, cluster);
  const located = read.pods.at(workload);
  return located && lifeOf(read, located.pod, whatIf);
}

function workloadOf({ pod, document }: LocatedPod): ShownWorkload {
  const name = pod._template === undefined ? pod.title : `${pod.title}, ${pod._template}`;
  return { name, line: document.firstLine };
}
