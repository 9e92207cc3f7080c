/** What was found out about values that several documents have in common. */
const answers = new WeakMap<object, Map<unknown, unknown>>();

/** Tells that other documents will have this value too, so that answers about it are worth keeping. */
export function markShared(value: object): void {
  answers.set(value, new Map());
}

/**
 * An answer about a value, which is computed once where several documents have the value in common.
 *
 * The answer must depend on the value alone, and its receivers must not change it.
 *
 * @param question identifies the question
 */
export function aboutShared<Answer>(value: object, question: string, compute: () => Answer): Answer {
  const known = answers.get(value);
  if (!known) {
    return compute();
  }
  const found = known.get(question);
  if (found !== undefined || known.has(question)) {
    return found as Answer;
  }
  const answer = compute();
  known.set(question, answer);
  return answer;
}
