/**
 * Shares an answer between callers, one query to the server, or one flush of the disk, at a time. Callers during one
 * get the answer of the next, never of that one: it may have begun before the caller's own write.
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
