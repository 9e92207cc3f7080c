import { shellScript } from '../../recognition/commands';
import { Leftover, Place } from '../../recognition/leftovers/leftover';
import { remainsOf, Remains, stillParses, textWithout } from '../../recognition/leftovers/removal';
import { hidesFailure, showsFailure } from '../../recognition/script-ends';

interface Script {
  readonly leftovers: Leftover[];
  remains?: Remains | 'nothing';
}

/** What becomes of scripts that hold workarounds: all workarounds of a script go in one step, because each may empty what the others leave. */
export class ScriptCuts {
  private readonly scripts = new Map<string, Script>();

  public constructor(needless: readonly Leftover[]) {
    for (const leftover of needless.filter(one => one.doomed?.script.place.configMap === undefined)) {
      const key = keyOf(leftover);
      const known = this.scripts.get(key) ?? { leftovers: [] };
      this.scripts.set(key, known);
      known.leftovers.push(leftover);
    }
  }

  /** The places to remove with a leftover; those of a script are with the first of its leftovers. Empty when none can be removed safely. */
  public placesOf(leftover: Leftover): readonly Place[] {
    if (!leftover.doomed || leftover.doomed.script.place.configMap !== undefined) {
      return leftover.places;
    }
    const { path } = leftover.places.find(place => place.span)!;
    const script = this.scripts.get(keyOf(leftover))!;
    const remains = remainsOfAll(script);
    if (remains === 'nothing') {
      // Each of them left something to the others.
      const hook = path.findIndex(step => step === 'postStart' || step === 'preStop');
      return hook < 0 ? [] : [{ path: path.slice(0, hook + 1) }];
    }
    if (remains.places.length === 0) {
      return [];
    }
    const cuts = script.leftovers[0] === leftover ? remains.places : [{ path, span: { start: 0, end: 0 } }];
    return [...leftover.places.filter(place => place.span === undefined), ...cuts];
  }

  /** Whether the script of a leftover hides failures that show when all of them are gone. */
  public endsOtherwise(leftover: Leftover): boolean {
    const script = leftover.doomed && this.scripts.get(keyOf(leftover));
    const remains = script?.leftovers[0] === leftover ? remainsOfAll(script) : undefined;
    return typeof remains === 'object' && remains.places.length > 0 && remains.endsOtherwise && showsMore(script!, remains);
  }
}

function showsMore({ leftovers }: Script, { places }: Remains): boolean {
  const { script } = leftovers[0].doomed!;
  const after = shellScript(textWithout(script, places), script.place, script.errexit);
  return hidesFailure(script, new Set(leftovers.flatMap(({ doomed }) => [...doomed!.nodes]))) !== false && showsFailure(after) !== false;
}

function remainsOfAll(script: Script): Remains | 'nothing' {
  if (script.remains === undefined) {
    const { script: own } = script.leftovers[0].doomed!;
    const remains = remainsOf(own, new Set(script.leftovers.flatMap(leftover => [...leftover.doomed!.nodes])));
    script.remains = remains === undefined ? 'nothing' : stillParses(own, remains.places) ? remains : { places: [], endsOtherwise: false };
  }
  return script.remains;
}

function keyOf({ doomed }: Leftover): string {
  return JSON.stringify(doomed?.script.place.path ?? []);
}
