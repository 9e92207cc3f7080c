import { JsonObject } from '../../data/json';
import { thresholdFor } from '../../kubernetes/probes';
import { Place } from '../leftovers/place';

/** A change to a container without which its gate would not open, for example a health server that must be switched on. */
export interface GateSetting {
  /** An argument to add to `args` (or to `command`, where the program's flags stand there), or at a place in a script; or a variable to add to `env`. */
  readonly add: { readonly arg: string; readonly at?: Place } | { readonly env: { readonly name: string; readonly value: string } };
  /** The present argument or variable that it replaces, if any. */
  readonly replaces?: string;
  /** The word after the replaced argument is its value, and is removed with it. */
  readonly replacesValueToo?: true;
}

/** A startup probe that is known to open, with what the container needs for it. */
export interface KnownGate {
  readonly known: true;
  readonly probe: JsonObject;
  readonly settings: readonly GateSetting[];
  readonly why: string;
}

/** A startup probe that is known to open; or why none is known. */
export type GateAdvice = KnownGate | { readonly known: false; readonly why: string };

/** How long a suggested startup probe leaves a program to come up, unless more is known. */
const USUAL_PATIENCE_SECONDS = 60;

/** The period of a suggested startup probe, and how often it may fail before the kubelet restarts the container. */
export const GATE_TIMING = { periodSeconds: 1, failureThreshold: thresholdFor(USUAL_PATIENCE_SECONDS) } as const;
