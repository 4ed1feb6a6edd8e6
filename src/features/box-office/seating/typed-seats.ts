import { parseSeats } from '#features/box-office/performances/seat-labels.ts';

/** Parses seats typed into a field, "C1–C6, row E", or returns a message about the text. */
export function parseTypedSeats(
  text: string,
  isThere: (seat: string) => boolean,
): { seats: readonly string[] } | { wrong: string } {
  const parsed = parseSeats(text, isThere);
  if ('fault' in parsed) return { wrong: `“${parsed.fault}” isn’t a seat: enter them such as C1–C6, D3.` };
  const missing = parsed.seats.filter((seat) => !isThere(seat));
  if (missing.length > 0) return { wrong: `There is no seat ${missing.join(' or ')}.` };
  return parsed.seats.length === 0 ? { wrong: 'Enter the seats.' } : parsed;
}
