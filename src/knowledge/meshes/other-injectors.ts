import { IgnoredAnnotation, noNativeSwitch } from './annotation-facts';
import { InjectedPlace, injectInto } from './injection';
import { goBool } from './values';
import { JsonObject } from '../../data/json';
import { PodModel } from '../../kubernetes/pod';

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

/** The container of Vault's agent that runs beside the app. */
export const VAULT_AGENT_CONTAINER = 'vault-agent';

/** Vault's agent injector: it has no native agent, so that the agent keeps a Job alive. */
export const VAULT_INJECTOR: InjectorFacts = {
  name: 'Vault agent injector',
  optIn: 'vault.hashicorp.com/agent-inject',
  adds: [
    { name: 'vault-agent-init', place: InjectedPlace.LAST, native: false },
    { name: VAULT_AGENT_CONTAINER, place: InjectedPlace.MAIN, native: false },
  ],
};

const VAULT_IMAGE = 'hashicorp/vault';

/** The annotation, `"true"`, that leaves only Vault's init container: what a Job needs. */
export const VAULT_PRE_POPULATE_ONLY = 'vault.hashicorp.com/agent-pre-populate-only';

/** Whether Vault's injector adds an agent that runs beside the app until the pod is stopped. */
export function keepsVaultAgent(annotations: JsonObject): boolean {
  return annotations[VAULT_INJECTOR.optIn] === 'true' && annotations[VAULT_PRE_POPULATE_ONLY] !== 'true';
}

/** The pod's spec as Vault's injector leaves it; the given one is not changed. */
export function injectVault(podSpec: JsonObject, annotations: JsonObject): JsonObject {
  if (annotations[VAULT_INJECTOR.optIn] !== 'true') {
    return podSpec;
  }
  const added = VAULT_INJECTOR.adds.filter(({ place }) => place !== InjectedPlace.MAIN || keepsVaultAgent(annotations));
  return injectInto(podSpec, { injected: added.map(({ name, place }) => ({ container: { name, image: VAULT_IMAGE }, place })) });
}

/** The pod as Vault's injector leaves it: the injector is not part of a mesh, and the pod itself asks for it. */
export function withVault(pod: PodModel): PodModel {
  const { template } = pod._found;
  return PodModel._of({ ...pod._found, template: { ...template, spec: injectVault(template.spec, pod.metadata.annotations ?? {}) } });
}

/** Annotations of injectors without a switch for native sidecars, and of what is no injector at all. */
export const IGNORED_BY_OTHERS: readonly IgnoredAnnotation[] = [
  noNativeSwitch(/^([^/]*\.)?cilium(\.io)?\//i, 'Cilium has no sidecar, and no switch that makes one native'),
  noNativeSwitch(/^([^/]*\.)?opentelemetry\.io\//i, 'the OpenTelemetry operator has no switch: it is native by itself'),
  noNativeSwitch(/^vault\.hashicorp\.com\//i, "Vault's injector has no native agent"),
  {
    key: 'vault.hashicorp.com/agent-init-first',
    applies: value => goBool(value) === true,
    where: 'native',
    harmful: true,
    why: 'it puts the Vault agent before the proxy, and with the CNI plugin of the mesh the agent has no network until the proxy is up',
    fix: 'remove it',
  },
];
