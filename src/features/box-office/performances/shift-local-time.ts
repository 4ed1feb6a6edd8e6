import { later } from '#platform/shared/dates/durations.ts';

/** Returns a local time, `2027-04-14T17:30`, moved by as much as another was: from one local time to a second. */
export const shiftLocalTime = (local: string, { from, to }: { from: string; to: string }): string =>
  later(`${local}Z`, Date.parse(`${to}Z`) - Date.parse(`${from}Z`)).slice(0, 16);
