import { h } from '../../dom';
import { Choice, ChoiceGroup } from '../choices';

/** Fills a list to choose from. */
export function fillChoices(select: HTMLSelectElement, choices: readonly Choice[], groups: readonly ChoiceGroup[] = []): void {
  select.replaceChildren(...choices.map(optionOf), ...groups.map(({ name, choices: members }) => h('optgroup', { label: name }, ...members.map(optionOf))));
}

/** Chooses a value, also one that the list does not have, such as a patch release in a link. */
export function choose(select: HTMLSelectElement, value: string): void {
  if (![...select.options].some(option => option.value === value)) {
    select.append(optionOf({ value, label: value }));
  }
  select.value = value;
}

function optionOf({ value, label }: Choice): HTMLOptionElement {
  return h('option', { value }, label);
}
