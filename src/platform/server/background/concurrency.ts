/**
 * Has at most so many pieces of work done at once; the others wait, and are done in the order in which they came.
 * @param longest how many may wait, and what turns away whoever comes then; unless said, as many as come
 */
export function lineFor(
  most: number,
  longest?: { waiting: number; refuse: () => never },
): <Done>(work: () => Promise<Done>) => Promise<Done> {
  let busy = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (busy < most) busy += 1;
    else {
      if (longest && waiting.length >= longest.waiting) longest.refuse();
      await new Promise<void>((go) => waiting.push(go));
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
