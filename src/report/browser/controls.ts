import { element } from './page-elements';
import { Filter, NO_FILTER, Order } from '../filter';

const SELECTS = ['rule', 'namespace', 'kind', 'verdict', 'order'] as const;

const form = () => element<HTMLFormElement>('filters');
const search = () => element<HTMLInputElement>('text');
const select = (name: (typeof SELECTS)[number]) => element<HTMLSelectElement>(name);
const boxes = () => [...form().querySelectorAll<HTMLInputElement>('input[name=severity]')];

/** The filter that the controls show. */
export function readFilter(): Filter {
  return {
    text: search().value,
    severities: boxes().filter(({ checked }) => checked).map(({ value }) => value),
    rule: select('rule').value,
    namespace: select('namespace').value,
    kind: select('kind').value,
    verdict: select('verdict').value,
    order: select('order').value as Order,
  };
}

/** Sets the controls; a value that the page does not have asks for nothing. */
export function showFilter(filter: Filter): void {
  search().value = filter.text;
  boxes().forEach(box => { box.checked = filter.severities.includes(box.value); });
  for (const name of SELECTS) {
    const control = select(name);
    const has = [...control.options].some(({ value }) => value === filter[name]);
    control.value = has ? filter[name] : NO_FILTER[name];
  }
}

/** Calls back whenever the reader changes a control. */
export function watchControls(apply: () => void): void {
  form().addEventListener('input', apply);
  form().addEventListener('submit', event => event.preventDefault());
  form().addEventListener('reset', event => {
    event.preventDefault();
    showFilter(NO_FILTER);
    apply();
    search().focus();
  });
}
