/** Arguments of kubectl that put a manifest on standard input into the cluster. */
export type Command = readonly string[];

/** What Flux does with an object that kubectl made before it applies it server-side: it takes over the fields of kubectl. */
export const ADOPT = 'adopt';

/** The releases of Helm that are tried. */
export type HelmMajor = 3 | 4;

/** A call of Helm that installs the manifest as a release, or upgrades its release to it. */
export interface HelmCall {
  readonly helm: HelmMajor;
  readonly flags: readonly string[];
}

/** What is done with a manifest. */
export type Step = Command | HelmCall | typeof ADOPT;

/** A field manager that is not kubectl. */
export const OTHER_MANAGER = 'kustomize-controller';

const AS_OTHER = `--field-manager=${OTHER_MANAGER}`;

/** A way in which the live object was made from the manifest before its migration. */
export interface Made {
  readonly name: string;
  readonly steps: readonly Step[];
  /** What happens to the sidecar afterward, by another command. */
  readonly then?: 'set-image';
  /** The field manager, if it is not kubectl. */
  readonly manager?: string;
  /** The kinds that stand for the others. */
  readonly kinds?: readonly string[];
}

const APPLY: Command = ['apply'];
const CREATE: Command = ['create'];
const REPLACE: Command = ['replace'];
const SERVER_SIDE: Command = ['apply', '--server-side'];

const DELETE: Command = ['delete', '--grace-period=1'];
const FORCE_CONFLICTS = '--force-conflicts';

/** Makes Helm manage an object that it did not make. */
const TAKE_OVER = '--take-ownership';

const helm = (major: HelmMajor, ...flags: readonly string[]): HelmCall => ({ helm: major, flags });

/** The kinds with which Helm is mixed with other tools. */
const MIXED: readonly string[] = ['Deployment', 'StatefulSet'];

/** All ways to make the live object. */
export const MADE: readonly Made[] = [
  { name: 'apply', steps: [APPLY] },
  { name: 'create', steps: [CREATE] },
  { name: 'create --save-config', steps: [[...CREATE, '--save-config']] },
  { name: 'create, then apply', steps: [CREATE, APPLY] },
  { name: 'create, then server-side', steps: [CREATE, SERVER_SIDE] },
  { name: 'apply, then replace', steps: [APPLY, REPLACE] },
  { name: 'apply, then server-side', steps: [APPLY, SERVER_SIDE] },
  { name: 'apply, then set image', steps: [APPLY], then: 'set-image' },
  { name: 'server-side', steps: [SERVER_SIDE] },
  { name: 'server-side, then apply', steps: [SERVER_SIDE, APPLY] },
  { name: 'server-side, then set image', steps: [SERVER_SIDE], then: 'set-image' },
  { name: 'server-side, other manager', steps: [[...SERVER_SIDE, AS_OTHER]], manager: OTHER_MANAGER },
  { name: 'apply, then server-side, other manager', steps: [APPLY, [...SERVER_SIDE, AS_OTHER, FORCE_CONFLICTS]], manager: OTHER_MANAGER },
  { name: 'apply, adopted by Flux', steps: [APPLY, ADOPT, [...SERVER_SIDE, AS_OTHER, FORCE_CONFLICTS]], manager: OTHER_MANAGER },
  { name: 'create, adopted by Flux', steps: [CREATE, ADOPT, [...SERVER_SIDE, AS_OTHER, FORCE_CONFLICTS]], manager: OTHER_MANAGER },
  { name: 'helm 3', steps: [helm(3)] },
  { name: 'helm 4', steps: [helm(4)] },
  { name: 'helm 4 --server-side=false', steps: [helm(4, '--server-side=false')], kinds: MIXED },
  { name: 'apply, adopted by helm 3', steps: [APPLY, helm(3, TAKE_OVER)], kinds: MIXED },
  { name: 'apply, adopted by helm 4', steps: [APPLY, helm(4, TAKE_OVER, FORCE_CONFLICTS)], kinds: MIXED },
  { name: 'create, adopted by helm 4', steps: [CREATE, helm(4, TAKE_OVER, FORCE_CONFLICTS)], kinds: MIXED },
  { name: 'helm 3, then helm 4 --server-side=true', steps: [helm(3), helm(4, '--server-side=true', FORCE_CONFLICTS)], kinds: MIXED },
  { name: 'helm 3, then apply', steps: [helm(3), APPLY], kinds: MIXED },
  { name: 'helm 4, then apply', steps: [helm(4), APPLY], kinds: MIXED },
  { name: 'helm 3, then set image', steps: [helm(3)], then: 'set-image', kinds: MIXED },
  { name: 'helm 4, then set image', steps: [helm(4)], then: 'set-image', kinds: MIXED },
];

/** A way to apply the migrated manifest. */
export interface Way {
  readonly name: string;
  readonly steps: readonly Step[];
  /** Only for objects whose field manager is not kubectl. */
  readonly asManager?: boolean;
  /** Only for kinds whose containers cannot change. */
  readonly forFixed?: boolean;
}

/** All ways to apply the migrated manifest. */
export const WAYS: readonly Way[] = [
  { name: 'apply', steps: [APPLY] },
  { name: 'server-side', steps: [SERVER_SIDE] },
  { name: 'server-side --force-conflicts', steps: [[...SERVER_SIDE, FORCE_CONFLICTS]] },
  { name: 'server-side, its manager', steps: [[...SERVER_SIDE, AS_OTHER, FORCE_CONFLICTS]], asManager: true },
  { name: 'replace', steps: [REPLACE] },
  { name: 'replace --force', steps: [[...REPLACE, '--force', '--grace-period=1']] },
  { name: 'helm 3 upgrade', steps: [helm(3)] },
  { name: 'helm 3 upgrade --force', steps: [helm(3, '--force')] },
  { name: 'helm 4 upgrade', steps: [helm(4)] },
  { name: 'helm 4 upgrade --server-side=true', steps: [helm(4, '--server-side=true')] },
  { name: 'helm 4 upgrade --server-side=true --force-conflicts', steps: [helm(4, '--server-side=true', FORCE_CONFLICTS)] },
  { name: 'helm 4 upgrade --server-side=false', steps: [helm(4, '--server-side=false')] },
  { name: 'helm 4 upgrade --server-side=false --force-replace', steps: [helm(4, '--server-side=false', '--force-replace')] },
  { name: 'delete, then helm 3 upgrade', steps: [DELETE, helm(3)], forFixed: true },
  { name: 'delete, then helm 4 upgrade', steps: [DELETE, helm(4)], forFixed: true },
];

/** Whether a step calls Helm. */
export function isHelmCall(step: Step): step is HelmCall {
  return typeof step === 'object' && 'helm' in step;
}

/** Whether something calls Helm. */
export function callsHelm({ steps }: Pick<Way, 'steps'>): boolean {
  return steps.some(isHelmCall);
}
