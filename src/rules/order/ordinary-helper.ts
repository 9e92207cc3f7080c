import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { Helper } from '../../recognition/helper';
import { UnclearTie, unclearTies } from '../../recognition/ties';
import { Severity } from '../engine/finding';
import { Offense, quoted, Rule, RuleContext } from '../engine/rule';
import { MAKE_IT_NATIVE } from '../jobs/helper-keeps-job-alive';

export const ordinaryHelper: Rule = {
  id: 'NS201',
  name: 'ordinary-helper',
  severity: Severity.WARNING,
  title: 'A helper that the app depends on should be a native sidecar',
  why: 'The kubelet starts ordinary containers without waiting for each other, and stops them at the same time. The app may start before its proxy listens, and may lose '
    + 'the proxy while it still finishes requests. A log shipper may stop before the app writes its last lines.',
  fix: 'Make the helper a native sidecar, with a startup probe if possible. It is then up before the app starts, and stops after the app.',
  example: {
    wrong: [
      'containers:',
      '  - name: web',
      '    image: ghcr.io/acme/web:1.4.2',
      '  - name: db',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
    ].join('\n'),
    right: [
      'initContainers:',
      '  - name: db',
      '    image: gcr.io/cloud-sql-connectors/cloud-sql-proxy:2.25.3',
      '    restartPolicy: Always',
      '    args: [--health-check, --http-address=0.0.0.0, --http-port=9801, acme:europe-west1:orders]',
      '    startupProbe: { httpGet: { path: /startup, port: 9801 }, periodSeconds: 1, failureThreshold: 60 }',
      'containers:',
      '  - name: web',
      '    image: ghcr.io/acme/web:1.4.2',
    ].join('\n'),
  },
  since: '0.1.0',
  check: (context: RuleContext): Offense[] => {
    const { pod, kubernetes } = context;
    return !pod.runsToCompletion && pod.spec.containers.length > 1 && kubernetes.supports(KubernetesFeature.NATIVE_SIDECARS)
      && pod._found.workload.refusesNative === undefined
      ? [...ordinaryHelpers(context).map(helper => offense(context, helper)), ...unclearTies(context.recognition).map(unclear)]
      : [];
  },
};

/** The ordinary containers of a pod that serve the app, without injected ones. */
export function ordinaryHelpers({ mesh, recognition }: RuleContext): Helper[] {
  return recognition.helpers.filter(({ container, direction }) => container.role === ContainerRole.MAIN
    && (direction === 'outbound' || direction === 'content' || direction === 'shipper')
    && !mesh?.injected.includes(container.name));
}

/** The ordinary containers that are not helpers. */
function servedBy({ pod, recognition }: RuleContext): PodContainer[] {
  return pod.mains.filter(main => !recognition.helper(main.name));
}

/** What `migrate` tells as unclear. */
function unclear({ to, seen, clear }: UnclearTie): Offense {
  return {
    container: to.name,
    severity: Severity.INFO,
    message: `${seen}, and it is unclear which of them is the helper`,
    fix: `if it is '${to.name}', ${MAKE_IT_NATIVE}; ${clear} would make it clear`,
  };
}

function offense(context: RuleContext, { container: { name }, program, direction, why }: Helper): Offense {
  const others = quoted(servedBy(context).map(main => main.name));
  const twin = context.recognition.leftovers('twin').find(({ target }) => target === name);
  const harm = direction === 'shipper'
    ? `it may stop before it reads the last lines of ${others}`
    : direction === 'content'
      // NS509 reports the twin, which brings the first files.
      ? twin ? `only its twin '${twin.container}' makes ${others} wait for the first files` : `${others} may start before the files exist`
      : `${others} may start before it listens, and lose it while the pod stops`;
  return {
    container: name,
    ...(direction === 'shipper' || twin ? { severity: Severity.INFO } : {}),
    message: `'${name}' (${program?.name ?? why}) is an ordinary container, so ${harm}`,
    fix: MAKE_IT_NATIVE,
  };
}
