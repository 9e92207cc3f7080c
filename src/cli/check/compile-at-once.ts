import { setFlagsFromString } from 'node:v8';

/** A smaller input is checked before the compiled code has paid for its compilation, in characters. */
const MUCH = 2 ** 18;
/** The release of V8 in Node.js 20, with which this was measured: others complain about flags that they do not know, or compile in other steps. */
const KNOWING_V8 = /^11\.3\./;

/** Makes V8 compile each function before it runs for the first time, once much was read: nearly all of them then run very often. */
export class CompileAtOnce {
  private read = 0;

  /** @param characters how many characters were just read */
  public add(characters: number): void {
    const isMuch = this.read > MUCH;
    this.read += characters;
    if (!isMuch && this.read > MUCH && KNOWING_V8.test(process.versions.v8)) {
      setFlagsFromString('--always-sparkplug');
    }
  }
}
