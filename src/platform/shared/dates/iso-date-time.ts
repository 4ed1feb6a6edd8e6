import { addMs, day as dayMs, hour, minute, second, subtractMs } from './durations.ts';

/** A date and time in ISO 8601: as an instant or, if it has no offset, as local clocks show it (`2027-04-21T19:30`). */
export type ParsedDateTime = { instant: string } | { local: string };

const calendarDate = String.raw`(?<month>\d\d)\k<dash>(?<day>\d\d)`;
const weekDate = String.raw`W(?<week>\d\d)\k<dash>(?<weekday>[1-7])`;
const date = String.raw`(?<year>\d{4})(?<dash>-?)(?:${calendarDate}|${weekDate}|(?<dayOfYear>\d{3}))`;
const time = String.raw`(?<hours>\d\d)(?:(?<colon>:?)(?<minutes>\d\d)(?:\k<colon>(?<seconds>\d\d))?)?(?:[.,](?<fraction>\d{1,9}))?`;
const form = new RegExp(String.raw`^${date}[T ]${time}(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$`, 'i');

/**
 * Parses a date and time in any form of ISO 8601: a calendar date, a week date or an ordinal date, extended or basic,
 * to the hour, minute or second, with or without a decimal fraction of the smallest unit and an offset. Returns
 * undefined for anything else, and for days and times that don't exist.
 */
export function parseIsoDateTime(text: string): ParsedDateTime | undefined {
  const parts = form.exec(text)?.groups;
  const day = parts && findDay(parts);
  const sinceMidnight = parts && findTime(parts);
  if (day === undefined || sinceMidnight === undefined) return undefined;
  const at = addMs(new Date(day), sinceMidnight);
  return parts?.zone === undefined ? { local: at.slice(0, 16) } : { instant: subtractMs(at, offsetMs(parts.zone)) };
}

type Parts = Readonly<Record<string, string | undefined>>;

/** Returns the midnight that begins the day, in epoch milliseconds; undefined if there is no such day. */
function findDay({ year: written = '', month, day, week, weekday, dayOfYear }: Parts): number | undefined {
  const year = Number(written);
  const newYear = startOfYear(year);
  if (month !== undefined) {
    const at = new Date(`${written}-${month}-${day}T00:00:00.000Z`);
    // Date reads 31 April as 1 May
    return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${written}-${month}-${day}`)
      ? at.getTime()
      : undefined;
  }
  if (dayOfYear !== undefined) {
    const at = newYear + (Number(dayOfYear) - 1) * dayMs;
    return at >= newYear && at < startOfYear(year + 1) ? at : undefined;
  }
  const at = startOfWeeks(year) + ((Number(week) - 1) * 7 + Number(weekday) - 1) * dayMs;
  return at >= startOfWeeks(year) && at < startOfWeeks(year + 1) ? at : undefined;
}

const startOfYear = (year: number) => new Date(0).setUTCFullYear(year, 0, 1);

/** Returns the Monday of a year's first week, which is the week with 4 January. */
function startOfWeeks(year: number): number {
  const fourth = startOfYear(year) + 3 * dayMs;
  return fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * dayMs;
}

/** Returns the milliseconds since midnight; undefined if there is no such time. 24:00 is the end of the day. */
function findTime({ hours, minutes, seconds, fraction = '0' }: Parts): number | undefined {
  const last = seconds !== undefined ? second : minutes !== undefined ? minute : hour;
  const whole = Number(hours) * hour + Number(minutes ?? 0) * minute + Number(seconds ?? 0) * second;
  const ms = whole + Math.trunc(Number(`0.${fraction}`) * last);
  return Number(minutes ?? 0) < 60 && Number(seconds ?? 0) < 60 && ms <= dayMs ? ms : undefined;
}

function offsetMs(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(3).replace(':', '') || '00'];
  return (zone.startsWith('-') ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute);
}
