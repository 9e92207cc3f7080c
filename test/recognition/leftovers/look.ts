import { PodModel } from '../../../src/kubernetes/pod';
import { Leftover, LeftoverKind } from '../../../src/recognition/leftovers/leftover';
import { Recognition } from '../../../src/recognition/recognition';
import { Surroundings } from '../../../src/recognition/surroundings';

/** The leftovers of a kind in a pod, with what stands beside it. */
export function find(kind: LeftoverKind, pod: PodModel, beside: readonly object[] = []): Leftover[] {
  return new Recognition(pod, new Surroundings(beside)).leftovers(kind);
}

/** The texts that are left of the scripts once all places of a leftover are gone; null where something goes as a whole. */
export function whatIsLeft(leftover: Leftover, pod: PodModel, beside: readonly object[] = []): { readonly [path: string]: string | null } {
  const left: { [path: string]: string | null } = {};
  for (const { path, span, instead, configMap } of [...leftover.places].sort((a, b) => (b.span?.start ?? 0) - (a.span?.start ?? 0))) {
    const root: any = configMap ? beside.find((object: any) => object.metadata.name === configMap) : pod.spec;
    const key = path.join('.');
    const text = left[key] ?? String(path.reduce((here, step) => here[step], root));
    left[key] = span ? text.slice(0, span.start) + (instead ?? '') + text.slice(span.end) : null;
  }
  return left;
}

/** A ConfigMap with one script. */
export function scriptMap(name: string, key: string, text: string): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data: { [key]: text } };
}

/** What a pod needs to have a ConfigMap's files in a folder. */
export function mounted(name: string, mountPath: string): { readonly volumeMounts: object[]; readonly volumes: object[] } {
  return { volumeMounts: [{ name: 'files', mountPath }], volumes: [{ name: 'files', configMap: { name } }] };
}
