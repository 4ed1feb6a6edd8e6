import type { ShowEntry } from './contract.ts';

/** Returns the show type of more than half of them, so that only others need to be named; "" if there is none. */
export function findUsualShowType(shows: readonly Pick<ShowEntry, 'show_type'>[]): string {
  for (const [type, alike] of Map.groupBy(shows, ({ show_type }) => show_type)) {
    if (alike.length > 1 && alike.length * 2 > shows.length) return type;
  }
  return '';
}
