/**
 * Limits how many pieces of work run at once; the others wait, and run in the order in which they came.
 * @param longest how many may wait, and what refuses any more; without it, any number may wait
 */
export function lineFor(
  most: number,
  longest?: { mostQueued: number; refuse: () => never },
): <Done>(work: () => Promise<Done>) => Promise<Done> {
  let busy = 0;
  const queue: (() => void)[] = [];
  return async (work) => {
    if (busy < most) busy += 1;
    else {
      if (longest && queue.length >= longest.mostQueued) longest.refuse();
      await new Promise<void>((go) => queue.push(go));
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
