import type { Sample } from './exposition.ts';

/** A histogram of durations, in seconds. */
export interface Histogram {
  add: (seconds: number) => void;
  samples: () => Sample[];
}

/** Counts by upper bounds, in rising order. */
export function histogram(bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0);
  let all = 0;
  let sum = 0;
  return {
    add: (seconds) => {
      all += 1;
      sum += seconds;
      const at = bounds.findIndex((bound) => seconds <= bound);
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    },
    samples: () => {
      let within = 0;
      const buckets = bounds.map((bound, at): Sample => {
        within += counts[at] ?? 0;
        return { part: '_bucket', labels: { le: String(bound) }, value: within };
      });
      return [
        ...buckets,
        { part: '_bucket', labels: { le: '+Inf' }, value: all },
        { part: '_sum', value: sum },
        { part: '_count', value: all },
      ];
    },
  };
}
