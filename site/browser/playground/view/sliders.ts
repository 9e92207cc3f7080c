import { ContainerWhatIf, TimeOrNever, triedWith, WhatIf } from '../../../../src/simulator/what-if';
import { h } from '../../dom';
import { ContainerControls, PodControls, Slider, SliderKind } from '../analysis/controls';

const LABELS: { readonly [kind in SliderKind]: string } = {
  gate: 'gate opens after',
  work: 'exits after',
  drain: 'drain after SIGTERM',
  crash: 'crashes at',
  deletion: 'the pod is deleted at',
};

/** The sliders of a pod. They stay while its containers stay, so that one can be dragged while the picture follows. */
export class Sliders {
  private shape = '';
  private whatIf: WhatIf = { containers: {} };
  private readonly inputs = new Map<string, (slider: Slider) => void>();
  private readonly boxes = new Map<string, HTMLInputElement>();

  public constructor(private readonly place: HTMLElement, private readonly changed: (whatIf: WhatIf) => void) {}

  /** Shows the controls of a pod; none without a pod. */
  public show(controls: PodControls | undefined, whatIf: WhatIf): void {
    this.whatIf = whatIf;
    const shape = JSON.stringify(controls?.containers.map(({ name, role, sliders }) => [name, role, sliders.map(({ kind, max }) => [kind, max])]));
    if (shape !== this.shape) {
      this.shape = shape;
      this.build(controls);
    }
    if (controls) {
      this.inputs.get('deletion')!(controls.deletion);
      controls.containers.forEach(container => this.update(container));
    }
  }

  private update({ name, sliders, ignoresSigterm }: ContainerControls): void {
    sliders.forEach(slider => this.inputs.get(`${slider.kind} ${name}`)!(slider));
    const box = this.boxes.get(name);
    if (box) {
      box.checked = ignoresSigterm === true;
    }
  }

  private build(controls: PodControls | undefined): void {
    this.inputs.clear();
    this.boxes.clear();
    if (!controls) {
      this.place.replaceChildren();
      return;
    }
    const deletion = this.row('deletion', controls.deletion, value => this.changed({ ...this.whatIf, deletion: value }));
    this.place.replaceChildren(h('div', { class: 'sliders' }, deletion), ...controls.containers.map(container => this.group(container)));
  }

  private group({ name, role, sliders, ignoresSigterm }: ContainerControls): HTMLElement {
    const rows = sliders.map(slider => this.row(`${slider.kind} ${name}`, slider, value => this.change(name, changeOf(slider.kind, value))));
    const box = h('input', { type: 'checkbox', change: () => this.change(name, { ignoresSigterm: box.checked }) });
    this.boxes.set(name, box);
    return h('fieldset', {},
      h('legend', {}, h('b', {}, name), ` ${role === 'main' ? 'container' : role}`),
      h('div', { class: 'sliders' }, ...rows, ...(ignoresSigterm === undefined ? [] : [h('label', { class: 'check' }, box, ' ignores SIGTERM')])));
  }

  private change(container: string, change: ContainerWhatIf): void {
    const own = triedWith(this.whatIf, container);
    this.changed({ ...this.whatIf, containers: { ...this.whatIf.containers, [container]: { ...own, ...change } } });
  }

  private row(key: string, slider: Slider, changed: (value: TimeOrNever) => void): HTMLElement {
    const scale = new SliderScale(slider);
    const input = h('input', { type: 'range', min: 0, max: scale.steps, step: 1, input: () => changed(scale.valueAt(Number(input.value))) });
    // Not an output element: a label would belong to it instead of the slider.
    const shown = h('b', { class: 'value' });
    this.inputs.set(key, ({ value }) => {
      input.value = String(scale.positionOf(value));
      shown.textContent = value === 'never' ? 'never' : `${value} s`;
      input.setAttribute('aria-valuetext', shown.textContent);
    });
    return h('label', { class: 'slider' }, h('span', {}, LABELS[slider.kind]), shown, input);
  }
}

/** What a slider changes. */
function changeOf(kind: SliderKind, value: TimeOrNever): ContainerWhatIf {
  return kind === 'crash' ? { crashes: value === 'never' ? [] : [value] } : { [kind]: value };
}

/** Where times are on a slider: `never` is its end, or its beginning if it is about a crash. */
class SliderScale {
  public readonly steps: number;

  public constructor(private readonly slider: Slider) {
    this.steps = slider.max + (slider.canBeNever && slider.kind !== 'crash' ? 1 : 0);
  }

  public valueAt(position: number): TimeOrNever {
    const { kind, canBeNever, max } = this.slider;
    return canBeNever && (kind === 'crash' ? position === 0 : position > max) ? 'never' : position;
  }

  public positionOf(value: TimeOrNever): number {
    return value === 'never' ? (this.slider.kind === 'crash' ? 0 : this.slider.max + 1) : value;
  }
}
