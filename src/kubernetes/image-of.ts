import { JsonObject } from '../data/json';

/**
 * A question about an image that its name answers, and nothing else.
 *
 * Answers are compared with `===`, so they are scalars, or objects of which there is one each.
 */
export type ImageQuestion<Answer = unknown> = (image: unknown) => Answer;

/** What was asked about an image. */
export interface ImageFact {
  readonly question: ImageQuestion;
  readonly answer: unknown;
}

interface WatchedImage {
  readonly image: unknown;
  readonly facts: ImageFact[];
}

const watched = new WeakMap<JsonObject, WatchedImage>();

/** The answer to a question about the image of a container: where that is enough, ask, and do not read the image. */
export function askImage<Answer>(container: JsonObject, question: ImageQuestion<Answer>): Answer {
  const watch = watched.get(container);
  if (!watch) {
    return question(container.image);
  }
  const answer = question(watch.image);
  watch.facts.push({ question, answer });
  return answer;
}

/** From now on, what is asked about the image of a container is kept. Returns the list of it, which grows. */
export function watchImage(container: JsonObject): readonly ImageFact[] {
  const watch: WatchedImage = { image: container.image, facts: [] };
  watched.set(container, watch);
  return watch.facts;
}

/** Ends what `watchImage` has begun. */
export function forgetImage(container: JsonObject): void {
  watched.delete(container);
}

/** Whether an image gives the same answers. */
export function hasFacts(image: unknown, facts: readonly ImageFact[]): boolean {
  return facts.every(({ question, answer }) => question(image) === answer);
}
