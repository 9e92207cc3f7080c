import { ApiObject } from 'cdk8s';
import { plainManifest } from './plain-manifest';
import { podTemplatesOf } from './pod-template';
import { WorkloadFilter } from './workload-filter';
import { checkProps, refusal } from '../caller/refusal';
import { FLAG, Kinds, TEXT_MAPPING, TEXTS } from '../data/arguments';
import { globSource } from '../data/glob';
import { follow, isObject } from '../data/json';
import { member } from '../data/wording';
import { findTemplates, FoundTemplate } from '../kubernetes/manifest';

/** What the criteria must be. */
export const FILTER_KINDS: Kinds<WorkloadFilter> = {
  kinds: TEXTS, names: TEXTS, namespaces: TEXTS, labels: TEXT_MAPPING, exceptLabels: TEXT_MAPPING, batch: FLAG,
};

/** Refuses a filter that can never match, so that a typing error does not pass as an empty selection. Returns it without the fields that are not given. */
export function checkFilter(filter: WorkloadFilter): WorkloadFilter {
  checkProps('a workload filter', filter, FILTER_KINDS);
  for (const list of ['kinds', 'names', 'namespaces'] as const) {
    if (filter[list]?.length === 0) {
      throw refusal`${member(list)} of a workload filter is an empty list, which matches no workload: omit it to match all`;
    }
  }
  const kind = filter.kinds?.find(candidate => !/^[A-Z][A-Za-z0-9]*$/.test(candidate));
  if (kind !== undefined) {
    throw refusal`'kinds' of a workload filter contains '${kind}', which is not a kind: write it as in a manifest, for example Deployment`;
  }
  return filter;
}

/** Whether a workload meets all criteria of a filter. Only criteria about labels need its manifest. */
export function matchesFilter(object: ApiObject, filter: WorkloadFilter): boolean {
  const { kinds, names, namespaces, batch } = filter;
  return (!kinds || kinds.includes(object.kind))
    && (!names || names.some(name => globOf(name).test(object.name)))
    && (!namespaces || namespaces.includes(object.metadata.namespace ?? ''))
    && ((batch ?? undefined) === undefined || batch === isBatch(object))
    && matchesLabels(object, filter);
}

/** The pod templates of an API object as the user wrote it, without its attachments. */
export function plainTemplates(object: ApiObject): FoundTemplate[] {
  return findTemplates(plainManifest(object)).templates;
}

function matchesLabels(object: ApiObject, { labels, exceptLabels }: WorkloadFilter): boolean {
  if (!labels && !exceptLabels) {
    return true;
  }
  return plainTemplates(object).some(({ manifest, template }) => {
    const present = { ...labelsOf(manifest), ...labelsOf(template) };
    return Object.entries(labels ?? {}).every(([key, value]) => present[key] === value)
      && !Object.entries(exceptLabels ?? {}).some(([key, value]) => present[key] === value);
  });
}

function labelsOf(holder: unknown): { readonly [key: string]: unknown } {
  const labels = follow(holder, ['metadata', 'labels']);
  return isObject(labels) ? labels : {};
}

function isBatch(object: ApiObject): boolean {
  return podTemplatesOf(object).some(({ place }) => place.runsToCompletion === true);
}

function globOf(pattern: string): RegExp {
  return new RegExp(`^${globSource(pattern)}$`);
}
