import { Draft } from '../draft';

/**
 * Closes a quit endpoint whose only callers were in the input and are gone. Any other stays open: the call is probably in the image, and a call that is refused
 * can fail a Job that did its work. On a native sidecar a quit is harmless.
 */
export function closeQuitEndpoints(draft: Draft): void {
  const calls = draft.recognition.leftovers('quit-call');
  for (const { container, text, places } of draft.recognition.leftovers('quit-endpoint')) {
    if (!draft.isNative(container)) {
      continue;
    }
    const own = calls.filter(call => call.target === container || call.target === undefined);
    const gone = own.length > 0 && own.every(call => call.places.length > 0 && call.places.every(place => place.configMap === undefined));
    if (!gone) {
      const caller = own.length > 0 ? `'${own[0].container}' still does so` : "whoever does so is not in the input, probably the image's own script";
      draft.note('NS503', `'${container}' can be told to quit (${text}), and ${caller}: take that call away first, then ${text}. Natively a quit is harmless, '${container}' is only started again`);
      continue;
    }
    const why = `nobody tells '${container}' to quit any more`;
    for (const place of places) {
      if (place.configMap !== undefined) {
        draft.note('NS503', `switch ${text} off in ConfigMap '${place.configMap}': ${why}`);
      } else {
        draft.add({ kind: 'remove', path: draft.pathAt(place), emptied: 'goes', rule: 'NS503', why });
      }
    }
    draft.removed.push(`quit endpoint of '${container}' (${text})`);
  }
}
