import { JsonObject, listOf } from '../../data/json';
import { KubernetesFeature } from '../../kubernetes/kubernetes-feature';
import { ContainerRole, PodContainer } from '../../kubernetes/pod';
import { completes } from '../../recognition/completion';
import { Helper } from '../../recognition/helper';
import { Leftover } from '../../recognition/leftovers/leftover';
import { hasPlace, mountedFolder } from '../../recognition/mounted-folders';
import { oneTimePrograms, oneTimeTexts, withoutOneTime } from '../../recognition/one-time-programs';
import { firstFilesOf } from '../../recognition/renewed-folders';
import { unclearTies, UnclearWay, unclearWays } from '../../recognition/ties';
import { UnclearTie } from '../../recognition/unclear-tie';
import { Severity } from '../engine/finding';
import { Offense, quoted, Rule, RuleContext } from '../engine/rule';
import { makeItNative } from '../make-native';

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
    const once = oneTimePrograms(context.recognition);
    return !completes(context.recognition) && pod.spec.containers.length > 1 && kubernetes.supports(KubernetesFeature.NATIVE_SIDECARS)
      && pod._found.workload.refusesNative === undefined
      ? [
        ...offenses(context),
        ...once.map(one => ({ container: one.container.name, ...oneTimeTexts(one) })),
        ...withoutOneTime(unclearTies(context.recognition), once).map(tie => unclear(context, tie)),
        ...unclearWays(context.recognition).map(way => unclearProxy(context, way)),
      ]
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

/** The names of those that need a helper: the containers that call it, also a proxy that asks a policy engine, or else the app. */
function usersOf(context: RuleContext): (helper: Helper) => string {
  const callers = new Map<string, Set<string>>();
  for (const { from, to } of context.recognition.loopback.calls) {
    if (from.role === ContainerRole.MAIN) {
      callers.set(to.name, (callers.get(to.name) ?? new Set<string>()).add(from.name));
    }
  }
  const { recognition } = context;
  const fronts = recognition.helpers.filter(one => one.direction === 'inbound' && one.container.role === ContainerRole.MAIN).map(one => one.container);
  for (const front of fronts) {
    for (const port of recognition.program(front)?.upstreams?.(recognition.run(front)) ?? []) {
      const to = recognition.loopback.ownerOf(port);
      if (to && to !== front) {
        callers.set(to.name, (callers.get(to.name) ?? new Set<string>()).add(front.name));
      }
    }
  }
  const served = servedBy(context);
  const namesOf = (containers: readonly PodContainer[]) => quoted(containers.map(({ name }) => name));
  const inOrder = (names: ReadonlySet<string>) => quoted(context.pod.mains.map(({ name }) => name).filter(name => names.has(name)));
  // A tunnel carries the app's calls to its database, which a proxy in front of the app has no use for. What that proxy asks often stands in a configuration that is not in the input.
  const isAskedByFront = ({ container, program }: Helper) => fronts.length > 0 && program?.servesProxy?.(recognition.run(container)) === true;
  return helper => callers.has(helper.container.name) ? inOrder(callers.get(helper.container.name)!)
    : namesOf(isAskedByFront(helper) ? fronts : helper.program?.isTunnel && served.length > 0 ? served : partnersOf(helper, [...fronts, ...served]));
}

/** Those among others that have a folder of one that brings files, or can write to one of a reader of logs; all of them where none has. */
function partnersOf({ container, direction }: Helper, others: readonly PodContainer[]): readonly PodContainer[] {
  const isByFiles = direction === 'content' || direction === 'shipper';
  const folders = isByFiles ? listOf(container.spec.volumeMounts).map(mount => mountedFolder(container, mount)) : [];
  const isPartner = (mount: JsonObject) => folders.some(folder => hasPlace(mount, folder)) && !(direction === 'shipper' && mount.readOnly === true);
  const partners = others.filter(({ spec }) => listOf(spec.volumeMounts).some(isPartner));
  return partners.length > 0 ? partners : others;
}

/** What `migrate` tells as unclear. */
function unclear(context: RuleContext, { from, to, seen, clear, keeps }: UnclearTie): Offense {
  if (keeps !== undefined) {
    return {
      container: to.name,
      severity: Severity.INFO,
      message: `${seen}, ${keeps}, so '${from.name}' may start before it listens, and lose it while the pod stops`,
      fix: `if it can stop in what '${from.name}' leaves of the grace period, ${makeItNative(context, to)}`,
    };
  }
  return {
    container: to.name,
    severity: Severity.INFO,
    message: `${seen}, and it is unclear which of them is the helper`,
    fix: `if it is '${to.name}', ${makeItNative(context, to)}; ${clear} would make it clear`,
  };
}

/** What `migrate` tells of a proxy that may serve either way. */
function unclearProxy(context: RuleContext, { container, seen, clear }: UnclearWay): Offense {
  return {
    container: container.name,
    severity: Severity.INFO,
    message: seen,
    fix: `if the app sends through it, ${makeItNative(context, container)}; ${clear} would make it clear`,
  };
}

function offenses(context: RuleContext): Offense[] {
  const helpers = ordinaryHelpers(context);
  if (helpers.length === 0) {
    return [];
  }
  const users = usersOf(context);
  const twins = context.recognition.leftovers('twin');
  // Where all look like helpers, nothing shows who is the app.
  return helpers.map(helper => offense(context, helper, users(helper) || 'the app', twins.find(({ target }) => target === helper.container.name)));
}

/** What ordinary containers that bring files do to the others. NS509 reports a twin, which brings the first files, and NS113 a loop. */
function harmWithoutFiles({ recognition }: RuleContext, container: PodContainer, others: string, twin: Leftover | undefined): string {
  const { name } = container;
  const isAwaited = recognition.leftovers('wait-loop').some(loop => loop.target === name && loop.port === undefined && quoted([loop.container]) === others);
  if (twin) {
    return `only its twin '${twin.container}' makes ${others} wait for the first files`;
  }
  const first = firstFilesOf(recognition, container);
  if (first) {
    return `only init container '${first.init.name}' brings ${others} the first files`;
  }
  return isAwaited ? `only a loop makes ${others} wait for its files` : `${others} may start before the files exist`;
}

function offense(context: RuleContext, { container, program, direction, why }: Helper, others: string, twin: Leftover | undefined): Offense {
  const { name } = container;
  const harm = direction === 'shipper'
    ? `it may stop before it reads the last lines of ${others}`
    : direction === 'content'
      ? harmWithoutFiles(context, container, others, twin)
      : `${others} may start before it listens, and lose it while the pod stops`;
  return {
    container: name,
    ...(twin || (direction === 'content' && firstFilesOf(context.recognition, container)) ? { severity: Severity.INFO } : {}),
    message: `'${name}' (${program?.name ?? why}) is an ordinary container, so ${harm}`,
    fix: makeItNative(context, container),
  };
}
