/** Arguments of kubectl that put a manifest on standard input into the cluster. */
export type Command = readonly string[];

/** What Flux does with an object that kubectl made before it applies it server-side: it takes over the fields of kubectl. */
export const ADOPT = 'adopt';

/** A field manager that is not kubectl. */
export const OTHER_MANAGER = 'kustomize-controller';

const AS_OTHER = `--field-manager=${OTHER_MANAGER}`;

/** A way in which the live object was made from the manifest before its migration. */
export interface Made {
  readonly name: string;
  readonly steps: readonly (Command | typeof ADOPT)[];
  /** What happens to the sidecar afterward, by another command. */
  readonly then?: 'set-image';
  /** The field manager, if it is not kubectl. */
  readonly manager?: string;
}

const APPLY: Command = ['apply'];
const CREATE: Command = ['create'];
const REPLACE: Command = ['replace'];
const SERVER_SIDE: Command = ['apply', '--server-side'];

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
  { name: 'apply, then server-side, other manager', steps: [APPLY, [...SERVER_SIDE, AS_OTHER, '--force-conflicts']], manager: OTHER_MANAGER },
  { name: 'apply, adopted by Flux', steps: [APPLY, ADOPT, [...SERVER_SIDE, AS_OTHER, '--force-conflicts']], manager: OTHER_MANAGER },
  { name: 'create, adopted by Flux', steps: [CREATE, ADOPT, [...SERVER_SIDE, AS_OTHER, '--force-conflicts']], manager: OTHER_MANAGER },
];

/** A way to apply the migrated manifest. */
export interface Way {
  readonly name: string;
  readonly command: Command;
  /** Only for objects whose field manager is not kubectl. */
  readonly asManager?: boolean;
}

/** All ways to apply the migrated manifest. */
export const WAYS: readonly Way[] = [
  { name: 'apply', command: APPLY },
  { name: 'server-side', command: SERVER_SIDE },
  { name: 'server-side --force-conflicts', command: [...SERVER_SIDE, '--force-conflicts'] },
  { name: 'server-side, its manager', command: [...SERVER_SIDE, AS_OTHER, '--force-conflicts'], asManager: true },
  { name: 'replace', command: REPLACE },
  { name: 'replace --force', command: [...REPLACE, '--force', '--grace-period=1'] },
];
