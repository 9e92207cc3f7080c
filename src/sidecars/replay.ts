/** What a `Lazy`, or another object that resolves itself, has answered. */
export interface Answer {
  readonly asked: object;
  readonly method: 'produce' | 'resolve';
  readonly answer: unknown;
}

/** Does something while the same objects answer the same again, in the same order: code of the user runs no second time. */
export function replay<T>(answers: readonly Answer[], work: () => T): T {
  const left = new Map<object, Answer[]>();
  answers.forEach(one => left.set(one.asked, [...left.get(one.asked) ?? [], one]));
  const restore = [...left].filter(([asked]) => Object.isExtensible(asked)).map(([asked, queue]) => answerFrom(asked, queue));
  try {
    return work();
  } finally {
    restore.forEach(undo => undo());
  }
}

/** Makes an object answer from a list, and by itself when the list is empty. Returns how to undo that. */
function answerFrom(asked: any, queue: Answer[]): () => void {
  const [{ method }] = queue;
  const before = Object.getOwnPropertyDescriptor(asked, method);
  const original = asked[method];
  Object.defineProperty(asked, method, {
    configurable: true,
    writable: true,
    value: (...args: unknown[]) => {
      const next = queue.shift();
      return next ? next.answer : original.apply(asked, args);
    },
  });
  return () => {
    delete asked[method];
    if (before) {
      Object.defineProperty(asked, method, before);
    }
  };
}
