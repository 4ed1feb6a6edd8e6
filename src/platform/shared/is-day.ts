// Apart from dates.ts, which every public page brings

/** Whether a text is a day of the calendar: neither `2026-02-30` nor `2026-2-3` is. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && (new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) ?? false);
