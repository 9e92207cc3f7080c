import { unreadMemberships } from '../../knowledge/meshes/membership';
import { MESHES } from '../../knowledge/meshes/mesh-list';
import { Severity } from '../engine/finding';
import { atAnnotation, atLabel } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

/** Words that keep a pod out of a mesh, whether its injector knows them or not. */
const NO = /^(disabled?|false|f|no?|off|0)$/i;

export const unreadOptIn: Rule = {
  id: 'NS618',
  name: 'unread-opt-in',
  severity: Severity.WARNING,
  title: 'A pod does not join a mesh with a value that the mesh does not understand',
  why: 'Each injector reads its own words. Linkerd wants enabled and takes true for no; Istio wants true and ignores enabled. The pod then runs without a proxy, or its Namespace decides.',
  fix: 'Write the value that the mesh reads.',
  example: {
    wrong: 'annotations:\n  linkerd.io/inject: "true"',
    right: 'annotations:\n  linkerd.io/inject: enabled',
  },
  since: '0.1.0',
  check: ({ pod, mesh }: RuleContext): RuleOffense[] => MESHES.flatMap(facts => {
    const { name, optIn } = facts;
    return unreadMemberships(facts, pod.metadata)
      .filter(({ value, joins }) => value !== '' && (joins === undefined || !NO.test(value)))
      // NS606 reports what contradicts the options of a mesh.
      .filter(({ key }) => !mesh?.contradictions.some(one => one.key === key))
      .map(({ on, key, value, joins }) => ({
        at: on === 'label' ? atLabel(pod, key) : atAnnotation(pod, key),
        message: `the ${on} '${key}' is '${value}', ${joins === false ? `which ${name} reads as no, so the pod does not join` : `which ${name} does not understand`}`,
        fix: `to join ${name}, write the ${optIn.on} ${optIn.key}: "${optIn.value}"; otherwise remove it`,
      }));
  }),
};
