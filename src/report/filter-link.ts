import { Filter, NO_FILTER, ORDERS } from './filter';

const KEYS = ['rule', 'namespace', 'kind', 'verdict', 'order'] as const;

/** The fragment of the page's address that stands for a filter, so that it can be shared as a link; empty for no filter. */
export function toFragment(filter: Filter): string {
  const parts = [
    ['search', filter.text],
    ['severity', filter.severities.join(',')],
    ...KEYS.map(key => [key, filter[key]]),
  ].filter(([key, value]) => value !== '' && value !== NO_FILTER[key as keyof Filter]);
  return parts.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
}

/** The filter of a fragment; what cannot be read is left out. */
export function fromFragment(fragment: string): Filter {
  const given = new Map(fragment.replace(/^#/, '').split('&').map(part => {
    const at = part.indexOf('=');
    return at < 0 ? [part, ''] : [part.slice(0, at), decoded(part.slice(at + 1))];
  }));
  const value = (key: string) => given.get(key) ?? '';
  return {
    text: value('search'),
    severities: value('severity').split(',').filter(severity => severity !== ''),
    rule: value('rule'),
    namespace: value('namespace'),
    kind: value('kind'),
    verdict: value('verdict'),
    order: ORDERS.find(order => order === value('order')) ?? NO_FILTER.order,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
