/** A measured figure and its target. */
export interface Figure {
  name: string;
  value: number;
  unit: 'ms' | 'MB' | 'kB' | '%' | 'req/s' | 'points' | '';
  atMost?: number;
  atLeast?: number;
}

export interface Scenario {
  /** The heading of the scenario's figures. */
  title: string;
  measure(): Promise<Figure[]>;
}

/** Returns the median; for an even number of values, the lower of the two in the middle. */
export function median(values: readonly number[]): number {
  const middle = [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)];
  if (middle === undefined) throw new Error('There are no values.');
  return middle;
}

/**
 * Returns the smallest of the values that is at least as large as this share of them: with 0.95, the 95th percentile.
 */
export function percentile(values: readonly number[], share: number): number {
  const last = [...values].sort((a, b) => a - b)[Math.ceil(values.length * share) - 1];
  if (last === undefined) throw new Error('There are no values.');
  return last;
}

/** Runs `work`, and returns how long it took, in milliseconds. */
export async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/** Runs `work` this many times, one after the other, and returns the median time in milliseconds. */
export async function measureMedianTime(times: number, work: (run: number) => Promise<unknown>): Promise<number> {
  const measured: number[] = [];
  for (let run = 0; run < times; run += 1) measured.push(await measureTime(() => work(run)));
  return median(measured);
}

/** Returns true if the figure meets its target; undefined if it has none. */
export function meetsTarget({ value, atMost, atLeast }: Figure): boolean | undefined {
  if (atMost === undefined && atLeast === undefined) return undefined;
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

export function formatFigure({ value, unit }: Pick<Figure, 'value' | 'unit'>): string {
  const digits = Math.abs(value) < 10 && !Number.isInteger(value) ? 2 : Math.abs(value) < 100 ? 1 : 0;
  const number = value.toLocaleString('en-GB', { maximumFractionDigits: digits });
  return unit === '' ? number : `${number} ${unit}`;
}
