import { kubernetesChoices, meshChoices } from './choices';
import { Example, exampleOf } from './example';
import { placesOfPage } from './page';
import { Playground } from './playground';
import { fragmentOf, stateIn } from './share';
import { fillChoices } from './view/choices';
import { messageOf } from '../../../src/data/error-message';
import { byId } from '../dom';

/** Starts the playground with what the link of the page holds, or else with the first example. */
async function start(): Promise<void> {
  const examples = examplesOfPage();
  const page = placesOfPage();
  fillChoices(page.kubernetes, kubernetesChoices());
  fillChoices(page.mesh, [{ value: '', label: 'no mesh' }], meshChoices());
  const playground = new Playground(page);
  const select = byId<HTMLSelectElement>('example');
  fillChoices(select, [{ value: '', label: 'choose an example' }, ...examples.map(({ name, title }) => ({ value: name, label: title }))]);
  const open = (example: Example | undefined) => {
    if (example) {
      select.value = example.name;
      playground.openExample(example);
    }
  };
  select.addEventListener('change', () => open(examples.find(({ name }) => name === select.value)));
  byId('share').addEventListener('click', () => void share(playground));
  window.addEventListener('hashchange', () => void openLink(playground, examples, open));
  await openLink(playground, examples, open);
}

/** Opens what the fragment of the address names: a manifest, or an example. */
async function openLink(playground: Playground, examples: readonly Example[], open: (example: Example | undefined) => void): Promise<void> {
  const { hash } = window.location;
  try {
    const state = await stateIn(hash);
    if (state) {
      byId('about').textContent = 'This manifest comes from the link.';
      playground.open(state);
      return;
    }
  } catch (error) {
    tell(`Error: ${messageOf(error)}.`);
  }
  open(examples.find(({ name }) => hash === `#example=${name}`) ?? examples[0]);
}

async function share(playground: Playground): Promise<void> {
  const fragment = await fragmentOf(playground.state);
  // The address bar holds the link too, for browsers that do not let a page write to the clipboard.
  window.history.replaceState(undefined, '', fragment);
  try {
    await navigator.clipboard.writeText(window.location.href);
    tell('The link is copied. It holds the manifest itself: whoever has the link can read it.');
  } catch {
    tell('Copy the link from the address bar. It holds the manifest itself: whoever has the link can read it.');
  }
}

function tell(sentence: string): void {
  byId('told').textContent = sentence;
}

/** The examples are in the page, as data. */
function examplesOfPage(): Example[] {
  const data: { name: string; text: string }[] = JSON.parse(byId('examples').textContent ?? '[]');
  return data.map(({ name, text }) => exampleOf(name, text));
}

void start();
