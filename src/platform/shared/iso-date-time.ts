import { earlier, hour, minute } from './durations.ts';

/** A date and time in ISO 8601: as an instant, or without an offset as somebody's clocks show it (`2027-04-21T19:30`). */
export type ParsedDateTime = { instant: string } | { local: string };

const form =
  /^(\d{4})(-?)(\d\d)\2(\d\d)[T ](\d\d)(?:(:?)(\d\d)(?:\6(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Parses a date and time in any form of ISO 8601 that names the day by its month: extended or basic, with or without
 * seconds, fraction and offset. Returns undefined for anything else, and for days that don't exist.
 */
export function parseIsoDateTime(text: string): ParsedDateTime | undefined {
  const [, year, , month, day, hours, , minutes = '00', second = '00', fraction = '', zone] = form.exec(text) ?? [];
  if (year === undefined) return undefined;
  const local = `${year}-${month}-${day}T${hours}:${minutes}`;
  const at = new Date(`${local}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}Z`);
  // Date takes 31 April for 1 May
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 16) !== local) return undefined;
  if (zone === undefined) return { local };
  return { instant: earlier(at.toISOString(), offsetMs(zone)) };
}

function offsetMs(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const [hours, minutes] = [zone.slice(1, 3), zone.slice(3).replace(':', '') || '00'];
  return (zone.startsWith('-') ? -1 : 1) * (Number(hours) * hour + Number(minutes) * minute);
}
