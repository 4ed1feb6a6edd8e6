// Apart from dates.ts, which every public page brings

/**
 * Whether a text is a day of the calendar that a list can begin or end with: neither `2026-02-30` nor `2026-2-3` is, nor
 * the last two of all, whose end has no date in some zones.
 */
export const isDay = (text: string): boolean =>
  text < '9999-12-30' &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  (new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false);
