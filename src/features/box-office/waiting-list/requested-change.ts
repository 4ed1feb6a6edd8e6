import { maxPartySize } from './party.ts';

/**
 * The change that a party has asked for by joining its list again. It is in the link in the party's email or, on a site
 * without email, in the party's row.
 */
export interface RequestedChange {
  size: number;
  /** The ids of the performances. */
  dates: readonly string[];
}

/** The query key with which the link to a party's page contains a requested change. */
export const requestedChangeQueryKey = 'asked';

/** Formats a requested change for a link's query or the party's row: "3.aaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb". */
export const formatRequestedChange = ({ size, dates }: RequestedChange): string => [size, ...dates].join('.');

/**
 * Parses a requested change from a link's query or the party's row; undefined if there is none, or if it is invalid.
 */
export function parseRequestedChange(asked: string | null): RequestedChange | undefined {
  const [count = '', ...dates] = (asked ?? '').split('.');
  const size = Number(count);
  return Number.isInteger(size) && size > 0 && size <= maxPartySize && dates.length > 0 ? { size, dates } : undefined;
}

/** Returns true if two requests differ in the number of places or in the performances, in whatever order these are. */
export const differsInSizeOrDates = (change: RequestedChange, party: RequestedChange): boolean =>
  change.size !== party.size || change.dates.toSorted().join() !== party.dates.toSorted().join();
