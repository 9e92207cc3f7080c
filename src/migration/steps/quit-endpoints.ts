import { staysAccepted } from '../accepted';
import { Draft } from '../draft';

/**
 * Closes a quit endpoint if all its callers were in the input and are removed. Otherwise it stays open: the call is probably in the image, and a refused call
 * can fail a Job whose work succeeded. On a native sidecar a quit is harmless.
 */
export function closeQuitEndpoints(draft: Draft): void {
  const calls = draft.recognition.leftovers('quit-call');
  for (const { container, text, places } of draft.recognition.leftovers('quit-endpoint')) {
    if (!draft.isNative(container) || staysAccepted(draft, 'NS503', container, `the quit endpoint of '${container}' (${text}) stays`)) {
      continue;
    }
    const own = calls.filter(({ target, candidates, unheard }) => unheard === undefined && (target === container || candidates?.includes(container)));
    const left = own.find(call => !draft.gone.has(call));
    if (left || own.length === 0) {
      const caller = left ? `'${left.container}' still calls it` : 'its caller is not in the input, probably a script in the image';
      draft.note('NS503', `'${container}' has a quit endpoint (${text}), and ${caller}: remove that call first, then ${text}. On a native sidecar a quit is harmless: the kubelet restarts '${container}'`);
      continue;
    }
    const why = `nothing calls the quit endpoint of '${container}' anymore`;
    for (const place of places) {
      if (place.configMap !== undefined) {
        draft.note('NS503', `turn ${text} off in ConfigMap '${place.configMap}': ${why}`);
      } else {
        draft.add({ kind: 'remove', path: draft.pathAt(place), emptied: 'goes', rule: 'NS503', why });
      }
    }
    draft.removed.push(`quit endpoint of '${container}' (${text})`);
  }
}
