import type { ShowEntry } from './contract.ts';

/** The show type that more than half of them have, so that only others need to be named; "" where there is none. */
export function findUsualShowType(shows: readonly Pick<ShowEntry, 'show_type'>[]): string {
  for (const [type, alike] of Map.groupBy(shows, ({ show_type }) => show_type)) {
    if (alike.length > 1 && alike.length * 2 > shows.length) return type;
  }
  return '';
}
