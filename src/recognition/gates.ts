import type { Recognition } from './recognition';
import { JsonObject } from '../lifecycle/manifest';
import { PodContainer } from '../lifecycle/pod';

/** A change to a container without which its gate would not open, for example a health server that must be switched on. */
export interface GateSetting {
  /** An argument to add to `args` (or to `command`, where the program's flags stand there), or a variable to add to `env`. */
  readonly add: { readonly arg: string } | { readonly env: { readonly name: string; readonly value: string } };
  /** The argument or variable that it takes the place of, where there is one already. */
  readonly replaces?: string;
}

/** A startup probe that is known to open, with what the container needs for it; or why none is known. */
export type GateAdvice =
  | { readonly known: true; readonly probe: JsonObject; readonly settings: readonly GateSetting[]; readonly why: string }
  | { readonly known: false; readonly why: string };

/** The startup probe that a container should have. */
export function gateOf(_recognition: Recognition, _container: PodContainer): GateAdvice {
  return { known: false, why: 'nothing is known of its program' };
}
