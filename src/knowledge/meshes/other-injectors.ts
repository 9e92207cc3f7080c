import { InjectedPlace } from './injection';

/** What is known about an injector that is no mesh. */
export interface InjectorFacts {
  readonly name: string;
  /** The annotation with which a pod asks for it. */
  readonly optIn: string;
  /** The containers that it adds, and where. */
  readonly adds: readonly { readonly name: string; readonly place: InjectedPlace; readonly native: boolean }[];
}

/** The OpenTelemetry operator, from 0.139 on Kubernetes 1.29: native, without a switch. It has a gate only when the collector's health_check extension is on. */
export const OPENTELEMETRY_OPERATOR: InjectorFacts = {
  name: 'OpenTelemetry operator',
  optIn: 'sidecar.opentelemetry.io/inject',
  adds: [{ name: 'otc-container', place: InjectedPlace.LAST, native: true }],
};

/** Vault's agent injector: it has no native agent, so that the agent keeps a Job alive. */
export const VAULT_INJECTOR: InjectorFacts = {
  name: 'Vault agent injector',
  optIn: 'vault.hashicorp.com/agent-inject',
  adds: [
    { name: 'vault-agent-init', place: InjectedPlace.LAST, native: false },
    { name: 'vault-agent', place: InjectedPlace.MAIN, native: false },
  ],
};

/** The annotation, `"true"`, that leaves only Vault's init container: what a Job needs. */
export const VAULT_PRE_POPULATE_ONLY = 'vault.hashicorp.com/agent-pre-populate-only';
