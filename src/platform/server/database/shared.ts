/**
 * One go at a time, with a shared answer: a query to the server, or a turn of the disk. Whoever asks while one is under way
 * gets the answer of the next, never of that one: it may have begun before the asker's own write.
 */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    next ??= underWay.then(() => {
      next = undefined;
      const answer = ask();
      underWay = answer.catch(() => undefined);
      return answer;
    });
    return next;
  };
}
