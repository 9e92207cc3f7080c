import { follow, isObject, JsonObject } from '../../data/json';
import { PodContainer } from '../../kubernetes/pod';
import { matchingAction, restartRulesOf } from '../../kubernetes/restart-rules';
import { Recognition } from '../../recognition/recognition';
import { Severity } from '../engine/finding';
import { atTemplateOwner } from '../engine/place';
import { Rule, RuleContext, RuleOffense } from '../engine/rule';

export const exitCodeWithoutContainer: Rule = {
  id: 'NS405',
  name: 'exit-code-without-container',
  severity: Severity.WARNING,
  title: 'A pod failure policy on exit codes must name a container that does the work',
  why: 'An exit-code rule without a container name matches every container, including sidecars. A stopped sidecar usually exits with 143 or 137, so a rule that ignores '
    + 'these codes also ignores a failure of the app, and one that fails the Job leaves the app no retry. A rule that names the sidecar does the same.',
  fix: 'Set onExitCodes.containerName to the container that does the work.',
  example: {
    wrong: `kind: Job
spec:
  podFailurePolicy:
    rules:
    - action: Ignore
      onExitCodes: { operator: In, values: [137, 143] }
  template:
    spec:
      restartPolicy: Never
      initContainers:
      - name: proxy
        restartPolicy: Always
      containers:
      - name: export
        image: ghcr.io/acme/export:1.0.0`,
    right: `kind: Job
spec:
  podFailurePolicy:
    rules:
    - action: Ignore
      onExitCodes: { containerName: export, operator: In, values: [137, 143] }
  template:
    spec:
      restartPolicy: Never
      initContainers:
      - name: proxy
        restartPolicy: Always
      containers:
      - name: export
        image: ghcr.io/acme/export:1.0.0`,
  },
  since: '0.1.0',
  check: (context: RuleContext): RuleOffense[] => {
    const { pod } = context;
    const rules = pod.job && pod.sidecars.length > 0 ? follow(pod.manifest, [...pod._found.path.slice(0, -1), 'podFailurePolicy', 'rules']) : undefined;
    return Array.isArray(rules) ? rules.flatMap((rule, index) => isObject(rule) ? ofRule(context, rule, index) : []) : [];
  },
};

/** The exit codes of a program that SIGTERM ends, and of one that the kubelet kills after the grace period. */
const STOPPED = 143;
const KILLED = 137;

/** What a rule does to the Job when it matches a stopped sidecar, as the end of a sentence. */
const EFFECTS: { readonly [action: string]: string } = {
  FailJob: 'fails the Job after a failure of the app that another try could mend',
  FailIndex: 'fails the index after a failure of the app that another try could mend',
  Count: 'keeps later rules from seeing a failure of the app',
};
const HIDES = 'can hide a failure of the app';

function ofRule({ pod, recognition }: RuleContext, { action, onExitCodes }: JsonObject, index: number): RuleOffense[] {
  const named: unknown = onExitCodes?.containerName || undefined;
  const meant = pod.sidecars.filter(({ name }) => named === undefined || name === named);
  const [sidecar] = meant;
  const mayExitWith = (code: number) => meant.some(one => code === KILLED || !stopsWithZero(recognition, one));
  const codes = sidecar ? [STOPPED, KILLED].filter(code => matches(sidecar, onExitCodes, code) && mayExitWith(code)) : [];
  if (codes.length === 0) {
    return [];
  }
  const [who, stopped] = named === undefined ? ['names no container', 'a stopped sidecar'] : [`names the sidecar '${named}'`, 'a sidecar that the kubelet stops'];
  return [{
    at: atTemplateOwner(pod, 'podFailurePolicy', 'rules', index, 'onExitCodes'),
    message: `rule ${index} of the pod failure policy ${who}, so it also matches the exit code ${codes.join(' or ')} of ${stopped} and ${EFFECTS[String(action)] ?? HIDES}`,
    fix: named === undefined ? `set onExitCodes.containerName, for example to '${pod.mains[0].name}'` : `set onExitCodes.containerName to a container that does the work, for example '${pod.mains[0].name}', or list the exit codes that '${named}' fails with`,
  }];
}

function matches(container: PodContainer, onExitCodes: unknown, code: number): boolean {
  const asRule = restartRulesOf({ ...container, spec: { restartPolicyRules: [{ action: 'Restart', exitCodes: onExitCodes }] } });
  return isObject(onExitCodes) && matchingAction(asRule, code) !== undefined;
}

function stopsWithZero(recognition: Recognition, container: PodContainer): boolean {
  return recognition.program(container)?.stopsWithZero?.(recognition.run(container)) === true;
}
