/**
 * Coalesces calls: one runs at a time, and callers that arrive meanwhile share the next one. They never get the running
 * one's answer, which may have begun before their own write.
 */
export function coalesceCalls<T>(ask: () => Promise<T>): () => Promise<T> {
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
