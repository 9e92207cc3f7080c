import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';
import { SynthMemory } from './synth-memory';
import { SURROUNDING_KINDS, Surroundings } from '../recognition/surroundings';

const KEY = Symbol('objects of the app');

const KINDS: ReadonlySet<string> = new Set(SURROUNDING_KINDS);

/** The Services, autoscalers, policies and ConfigMaps of the app that a construct belongs to: what `check` finds beside its pods in the output. */
export function surroundingsIn(construct: IConstruct, memory: SynthMemory): Surroundings {
  return memory.remember(KEY, () => new Surroundings(() => renderAll(construct.node.root)));
}

function renderAll(root: IConstruct): unknown[] {
  return root.node.findAll().flatMap(construct => (ApiObject.isApiObject(construct) && KINDS.has(construct.kind) ? tryRender(construct) : []));
}

function tryRender(object: ApiObject): unknown[] {
  try {
    return [object.toJson()];
  } catch {
    // An object that cannot be rendered yet concerns no pod yet. If it stays invalid, its own synth fails.
    return [];
  }
}
