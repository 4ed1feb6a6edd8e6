// This file is separate from dates.ts, which every public page loads

/**
 * Returns true for a real calendar date. Rejects `2026-02-30`, `2026-2-3` and the last two days of 9999, whose end has
 * no date in some time zones.
 */
export const isCalendarDate = (text: string): boolean =>
  text < '9999-12-30' &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  (new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false);
