import { maxPartySize } from './party.ts';

/**
 * The change for which a party has joined its list again. It is in the link in the party's email or, on a site without
 * email, in the party's row.
 */
export interface RequestedChange {
  size: number;
  /** The ids of the performances. */
  dates: readonly string[];
}

/** The query key of the party's page that contains a requested change. */
export const requestedChangeQueryKey = 'asked';

/** Formats a requested change for a query: "3.aaaaaaaaaaaaaaaa.bbbbbbbbbbbbbbbb". */
export const formatRequestedChange = ({ size, dates }: RequestedChange): string => [size, ...dates].join('.');

/** Parses a requested change in a query; undefined if there is none. */
export function parseRequestedChange(asked: string | null): RequestedChange | undefined {
  const [count = '', ...dates] = (asked ?? '').split('.');
  const size = Number(count);
  return Number.isInteger(size) && size > 0 && size <= maxPartySize && dates.length > 0 ? { size, dates } : undefined;
}

/** Returns true if a change asks for other performances, or another number of places, than the party has. */
export const differsInSizeOrDates = (change: RequestedChange, party: RequestedChange): boolean =>
  change.size !== party.size || change.dates.toSorted().join() !== party.dates.toSorted().join();
