import { JsonObject } from '../data/json';
import { Surroundings } from '../recognition/surroundings';

/** The other objects of the input, each with its file. */
export class LocatedSurroundings extends Surroundings {
  /** @param sources the file of each object */
  public constructor(private readonly all: readonly unknown[], private readonly sources: readonly string[]) {
    super(all, sources);
  }

  /** The file of an object that a question returned. */
  public fileOf(object: JsonObject): string | undefined {
    return this.sources[this.all.indexOf(object)];
  }
}
