import { byId } from '../dom';
import { MigrationPlaces } from './view/migration-panel';

/** The parts of the page that the playground fills. */
export interface PagePlaces {
  readonly whole: HTMLElement;
  readonly editor: HTMLElement;
  readonly about: HTMLElement;
  readonly picture: HTMLElement;
  readonly reasons: HTMLElement;
  readonly sliders: HTMLElement;
  readonly reset: HTMLButtonElement;
  readonly findings: HTMLElement;
  readonly findingCount: HTMLElement;
  readonly kubernetes: HTMLSelectElement;
  readonly mesh: HTMLSelectElement;
  readonly workload: HTMLSelectElement;
  readonly workloadRow: HTMLElement;
  readonly compare: HTMLInputElement;
  readonly compareRow: HTMLElement;
  readonly migration: MigrationPlaces;
}

/** Finds the parts of the page. */
export function placesOfPage(): PagePlaces {
  return {
    whole: byId('main'),
    editor: byId('editor'),
    about: byId('about'),
    picture: byId('picture'),
    reasons: byId('reasons'),
    sliders: byId('sliders'),
    reset: byId<HTMLButtonElement>('reset'),
    findings: byId('findings'),
    findingCount: byId('finding-count'),
    kubernetes: byId<HTMLSelectElement>('kubernetes'),
    mesh: byId<HTMLSelectElement>('mesh'),
    workload: byId<HTMLSelectElement>('workload'),
    workloadRow: byId('workload-row'),
    compare: byId<HTMLInputElement>('compare'),
    compareRow: byId('compare-row'),
    migration: { summary: byId('migration'), diff: byId('diff'), steps: byId('steps'), apply: byId<HTMLButtonElement>('apply') },
  };
}
