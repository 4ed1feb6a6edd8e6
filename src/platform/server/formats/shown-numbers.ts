import { day } from '#platform/shared/dates/durations.ts';

/** The way in which a cell shows a number: as a date, a time of day or both, padded with zeros, or unchanged. */
export interface NumberFormat {
  isDate: boolean;
  year: boolean;
  month: boolean;
  /** True if the format shows the day of the month. */
  day: boolean;
  time: boolean;
  /** The length to which a number such as a telephone number is padded with zeros; 0 for none. */
  digits: number;
}

/** The built-in formats, which a workbook needn't define. */
const builtIn: Readonly<Record<number, string>> = {
  14: 'd/m/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm am/pm',
  19: 'h:mm:ss am/pm',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'd/m/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
};

/** Parses a number format, given its number in the workbook and its code, if the workbook has one. */
export function parseNumberFormat(id: number, code = builtIn[id] ?? ''): NumberFormat {
  const positive = code
    .slice(0, 255)
    .replace(/\\.|_.|\*.|"[^"]*"?/g, ' ')
    .split(';', 1)
    .join('')
    .toLowerCase();
  const bare = positive
    .replace(/\[(h+|m+|s+)\]/g, '$1')
    .replace(/\[[^\]]*\]?/g, '')
    .replace(/am\/pm|a\/p/g, '');
  // An m next to hours or seconds means minutes
  const calendar = bare.replace(/h+[^a-z]*m+/g, 'h').replace(/m+[^a-z]*s+/g, 's');
  const [year, month] = [calendar.includes('y'), calendar.includes('m')];
  return {
    isDate: year || month || calendar.includes('d'),
    year,
    month,
    day: /(?:^|[^d])d{1,2}(?!d)/.test(calendar),
    time: /[hs]/.test(bare),
    digits: /^0+$/.test(code) ? code.length : 0,
  };
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (number: number) => String(number).padStart(2, '0');

/** The day numbers of the first and last day of the years 1000 to 9999. Other years are mistakes. */
const earliest = -328_716;
const latest = 2_958_465;

/**
 * Formats a number: in plain digits, or as a date or time if its cell shows one. A date is written only as precisely as
 * the cell shows it, `1987-04-12`, `1987-04` or `1987`, because April 1987 is stored as the 1st of April. Days are
 * counted from 1904 in some workbooks.
 */
export function formatCellNumber(value: number, format: NumberFormat, from1904: boolean): string {
  const seconds = Math.round(value * 86_400);
  const day = Math.floor(seconds / 86_400);
  if (!(format.isDate || format.time) || day < earliest || day > latest) return plain(value, format);
  const minutes = Math.floor((seconds - day * 86_400) / 60);
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  if (!format.isDate) return time;
  const date = dateShown(day, format, from1904);
  return format.time ? `${date} ${time}` : date;
}

function dateShown(serial: number, { year, month, day: ofMonth }: NumberFormat, from1904: boolean): string {
  // Excel's calendar has these two days, but the real calendar doesn't
  if (!from1904 && serial === 60) return '1900-02-29';
  if (!from1904 && serial === 0) return '1900-01-00';
  const shift = from1904 ? 1462 : serial > 0 && serial < 60 ? 1 : 0;
  const date = new Date(Date.UTC(1899, 11, 30) + (serial + shift) * day);
  const iso = date.toISOString().slice(0, 10);
  // Excel adds the current year to a typed day and month, without showing it
  if (!year) return `${date.getUTCDate()} ${monthNames[date.getUTCMonth()]}`;
  if (!month) return iso.slice(0, 4);
  return ofMonth ? iso : iso.slice(0, 7);
}

/** Formats a number with at most fifteen significant digits, so that 0.1 + 0.2 is shown as 0.3. */
function plain(value: number, { digits }: NumberFormat): string {
  const text = String(Number(value.toPrecision(15)));
  return /^\d+$/.test(text) ? text.padStart(digits, '0') : text;
}
