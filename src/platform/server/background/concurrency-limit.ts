/**
 * Limits how many tasks run at once; the others wait, and run in order of arrival. Tasks may be queued in lanes, which
 * take turns: a task at the head of its lane waits for at most one task from each other lane.
 * @param queueLimit the number of tasks that may wait in each lane, and a function that throws for any more; without
 * it, the number is unlimited
 */
export function createConcurrencyLimit(
  most: number,
  queueLimit?: { mostQueued: number; refuse: () => never },
): <Done>(work: () => Promise<Done>, lane?: string) => Promise<Done> {
  let busy = 0;
  const lanes = new Map<string, (() => void)[]>();
  const takeNext = () => {
    for (const [lane, queue] of lanes) {
      const next = queue.shift();
      lanes.delete(lane);
      // A lane that was served moves behind the other lanes
      if (queue.length > 0) lanes.set(lane, queue);
      if (next) return next;
    }
    return undefined;
  };
  return async (work, lane = '') => {
    if (busy < most) busy += 1;
    else {
      const queue = lanes.get(lane) ?? [];
      lanes.set(lane, queue);
      if (queueLimit && queue.length >= queueLimit.mostQueued) queueLimit.refuse();
      await new Promise<void>((go) => queue.push(go));
    }
    try {
      return await work();
    } finally {
      const next = takeNext();
      if (next) next();
      else busy -= 1;
    }
  };
}
