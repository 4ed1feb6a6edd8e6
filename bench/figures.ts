/** One measured figure and its promised limit. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 'MB' | 'kB' | '%' | 'req/s' | 'points' | '';
  atMost?: number;
  atLeast?: number;
}

export interface Scenario {
  /** The question that the scenario answers, as a person would ask it. */
  title: string;
  measure(): Promise<Figure[]>;
}

/** Returns the median; for an even number of values, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}

/**
 * Returns a percentile: the smallest value such that at least this share of the values (0.95 for p95) are at most that
 * value.
 */
export function atMostOf(values: readonly number[], share: number): number {
  const last = [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1];
  if (last === undefined) throw new Error('There is no share of nothing.');
  return last;
}

/** Returns the milliseconds that `work` took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/** Returns the median time of `times` runs, one after the other. */
export async function medianTime(times: number, work: (run: number) => Promise<unknown>): Promise<number> {
  const measured: number[] = [];
  for (let run = 0; run < times; run += 1) measured.push(await timed(() => work(run)));
  return median(measured);
}

/** Returns true if the figure meets its promised limit; undefined if nothing was promised. */
export function isMet({ value, atMost, atLeast }: Figure): boolean | undefined {
  if (atMost === undefined && atLeast === undefined) return undefined;
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

export function formatFigure({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  const digits = Math.abs(value) < 10 && !Number.isInteger(value) ? 2 : Math.abs(value) < 100 ? 1 : 0;
  const number = value.toLocaleString('en-GB', { maximumFractionDigits: digits });
  return unit === '' ? number : `${number} ${unit}`;
}
