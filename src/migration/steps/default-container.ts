import { Draft } from '../draft';
import { annotationsPath } from './mesh';
import { moveRule } from './move';

const KEY = 'kubectl.kubernetes.io/default-container';

/** Makes the app the default container of `kubectl logs` and `kubectl exec`, unless there may be several apps. */
export function nameDefaultContainer(draft: Draft): void {
  const staying = draft.pod.mains.filter(main => !draft.moved.includes(main) && !draft.dropped.has(main.name));
  const apps = staying.filter(main => draft.recognition.helper(main.name) === undefined);
  const [app] = apps;
  if (draft.moved.length === 0 || draft.pod.metadata.annotations?.[KEY] !== undefined || apps.length !== 1) {
    return;
  }
  draft.add({
    kind: 'set',
    path: [...annotationsPath(draft), KEY],
    value: app.name,
    before: 'spec',
    rule: moveRule(draft),
    why: `kubectl logs and kubectl exec use '${app.name}' by default`,
  });
}
