import { parseConfig } from './config';
import { InvalidInput } from './invalid-input';
import { readMesh } from './mesh-option';
import { CheckSettings, GivenSettings } from './settings';
import { settleSettings } from './settle';
import { messageOf } from '../data/error-message';
import { KubernetesVersion } from '../kubernetes/kubernetes-version';
import { WhatIf } from '../simulator/what-if';

/** A text, and the name by which messages call it. */
export interface SourceText {
  readonly name: string;
  readonly text: string;
}

/** What every command can be told, as a user writes it. */
export interface TextOptions {
  /** The Kubernetes version of the oldest node, such as 1.34. */
  readonly kubernetesVersion?: string;
  /** Feature gates that are on in the cluster although they are off by default. */
  readonly featureGates?: readonly string[];
  /** The mesh that injects its proxy, such as istio@1.29. */
  readonly mesh?: string;
  /** The configuration, in the format of `.cdk8s-sidecars.yaml`. */
  readonly config?: SourceText;
}

/** What can be told to `migrate`. */
export interface MigrateTextOptions extends TextOptions {
  /** Also move proxies in front of the app, exporters and reloaders. */
  readonly includeOptional?: boolean;
  /** Also tell what each changed pod does before and after. */
  readonly timelines?: boolean;
}

/** What can be told to `explain`. */
export interface ExplainTextOptions extends TextOptions {
  /** The workload, if there are several: Kind/name, or namespace/Kind/name. */
  readonly workload?: string;
  /** What the programs do. */
  readonly scenario?: SourceText;
  /** What to try: single changes of what is expected. */
  readonly whatIf?: WhatIf;
}

/** The settings that options, a configuration and a scenario give. Throws `InvalidInput` for invalid ones. */
export function settingsOf({ kubernetesVersion, featureGates, mesh, config }: TextOptions, scenario: GivenSettings = {}): CheckSettings {
  const given: GivenSettings = {
    featureGates: featureGates ?? scenario.featureGates,
    kubernetes: kubernetesVersion === undefined ? scenario.kubernetes : valid(() => KubernetesVersion.of(kubernetesVersion)),
    mesh: mesh === undefined ? undefined : valid(() => readMesh(mesh)),
  };
  return settleSettings(given, config ? parseConfig(config.name, config.text) : {});
}

function valid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new InvalidInput(messageOf(error));
  }
}
