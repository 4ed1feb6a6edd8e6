/** A calendar day `YYYY-MM-DD`, in the society's time zone unless said otherwise. */
export type CalendarDate = string;
/** A moment `2026-11-21T19:30:00.000Z`. */
export type Instant = string;
/** How much of a show's date the archive knows (CONTRACT §3). A month or a year is given by its first day. */
export type Precision = 'day' | 'month' | 'year';
export interface DatedTo {
  date: CalendarDate;
  precision: Precision;
}
