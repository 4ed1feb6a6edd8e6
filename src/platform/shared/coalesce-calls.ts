/**
 * Coalesces calls. One call runs at a time, and all calls made in the meantime share the next run. They never share the
 * current run, because it may have begun before the caller's own change.
 */
export function coalesceCalls<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;
  return () => {
    next ??= current.then(() => {
      next = undefined;
      const result = run();
      current = result.catch(() => undefined);
      return result;
    });
    return next;
  };
}
