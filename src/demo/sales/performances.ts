import type { SeatMark, SeatMarks } from '#features/box-office/performances/seats.ts';
import type { createPerformance } from '#features/box-office/performances/server/index.ts';
import { seatEveryone } from '#features/box-office/seating/engine/seat-everyone.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import { addDays, type CalendarDate } from '#platform/shared/dates/dates.ts';
import { toInstant } from '#platform/shared/dates/local-time.ts';
import { buildDemoShowId } from '../people/ids.ts';
import { getNextRun } from '../seasons/production.ts';
import { demoSettings } from '../society/settings.ts';

/** The number of places in the hall. It is also the default for a new performance. */
export const hallCapacity = 96;

type NewPerformance = Parameters<typeof createPerformance>[1];

const forAnybody = { hidden: 0, needs_paying_ticket: 0 } as const;
const forCompanions = { hidden: 0, needs_paying_ticket: 1 } as const;

/** The ticket types of every performance in the demo, with prices in pence. */
export const demoTicketTypes = [
  { name: 'Full price', about: '', pence: 1250, most: null, ...forAnybody },
  { name: 'Concession', about: 'Over 65, student, or between jobs', pence: 900, most: null, ...forAnybody },
  { name: 'Under 16', about: '', pence: 600, most: null, ...forAnybody },
  { name: 'Carer or companion', about: 'Beside whoever needs one', pence: 0, most: 8, ...forCompanions },
];

/** Returns the id of a ticket type at one of the demo's performances. */
export const buildTicketTypeId = (performance: string, name: string) =>
  deriveId(`demo ticket type ${performance} ${name}`);

/** Returns the ticket types of one of the demo's performances. */
export const buildTicketTypes = (performance: string) =>
  demoTicketTypes.map((type) => ({ id: buildTicketTypeId(performance, type.name), ...type }));

/** The index of the performance whose seats are numbered. */
export const numberedSeatsPerformanceIndex = 1;

/** The index of the sold-out performance, which clubs and schools attend. */
export const soldOutPerformanceIndex = 2;

const seat = (kind: SeatMark['kind'], reason = '', release = 0): SeatMark => ({ kind, reason, release });

/** Returns true if the demo sells numbered seats for a performance. */
export const hasNumberedSeats = (performance: string, today: string): boolean =>
  buildDemoPerformances(today)[numberedSeatsPerformanceIndex]?.id === performance;

/** The marks of the special seats of the performance with numbered seats. */
export const numberedSeatMarks: SeatMarks = {
  A1: seat('wheelchair'),
  A2: seat('companion'),
  A12: seat('wheelchair'),
  A11: seat('companion'),
  E1: seat('restricted'),
  E12: seat('restricted'),
  C6: seat('', 'The author’s family', 24 * 60),
  C7: seat('', 'The author’s family', 24 * 60),
  H1: seat('', 'The sound desk stands there'),
};

const nightId = (night: number) => deriveId(`demo performance ${night}`);

/** Returns the four performances of the next show. */
export function buildDemoPerformances(today: CalendarDate): Omit<NewPerformance, 'now'>[] {
  const { first } = getNextRun(today);
  return [0, 1, 2, 3].map((night) => ({
    id: nightId(night),
    show_id: buildDemoShowId('the next show'),
    starts_at: toInstant(`${addDays(first, night)}T19:30`, demoSettings.timeZone),
    release_minutes: 15,
    ...(night === 1 && { notes: 'Captioned performance' }),
    ...(night === numberedSeatsPerformanceIndex
      ? { sells_seats: 1 as const, seat_marks: numberedSeatMarks }
      : { sells_seats: 0 as const, seat_marks: {} }),
    types: buildTicketTypes(nightId(night)),
  }));
}

/**
 * The number of parties that have just booked and have no seats yet, at each of two performances: the first and the
 * last.
 */
const unseatedCount = 4;

/** A party for one performance; parties are listed in the order of booking. */
interface Party {
  performance: string;
  ref: string;
  name: string;
  note: string;
  count: number;
}

/**
 * Seats all parties of the performance with numbered seats, and all but the latest few of the first and the last
 * performance. Returns the orders' references by seat, for each performance.
 */
export function buildDemoSeatAssignments(
  parties: readonly Party[],
  today: string,
): Map<string, Record<string, string>> {
  const nights = buildDemoPerformances(today);
  const of = (night: string) => parties.filter(({ performance }) => performance === night);
  const seated = (night: string, own: readonly Party[], marks: SeatMarks = {}) => {
    const plan = { rowCount: 8, hiddenSeats: [], assignments: {}, marks };
    return [night, { ...seatEveryone(plan, own, 'front').plan.assignments }] as const;
  };
  // A numbered seat is assigned as soon as it is bought
  const numbered = nights[numberedSeatsPerformanceIndex]?.id ?? '';
  const [first, last] = [nights[0]?.id ?? '', nights.at(-1)?.id ?? ''];
  return new Map([
    ...[first, last].map((night) => seated(night, of(night).slice(0, -unseatedCount))),
    seated(numbered, of(numbered), numberedSeatMarks),
  ]);
}
