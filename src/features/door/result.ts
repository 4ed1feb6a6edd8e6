import { seatsInWords } from '#features/performances/seat-labels.ts';
import { momentInWords, timeInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import type { Arrival, Marked } from './contract.ts';
import { countIn, type ShownParty } from './unsent-marks.ts';

/** The result for a code that was shown or typed. */
export interface Result {
  /** A new one each time, so that the same words are announced again. */
  id: string;
  /** The site's judgement; `booking` for a reference that was typed in place of a code. */
  outcome: Marked['outcome'] | 'booking';
  party?: ShownParty | undefined;
  /** The ticket's id. */
  ticket?: string | undefined;
  /** When the holder came in, where they were in before. */
  arrived?: Arrival | undefined;
  other?: Marked['other'];
  /** Whether nothing is recorded, because it isn't the day of the performance. */
  practice?: boolean | undefined;
  /** Whether this device decided alone. */
  cutOff: boolean;
}

/** Green lets in, amber asks for something first, red doesn't. */
export type Light = 'green' | 'amber' | 'red';

interface ShownResult {
  title: string;
  detail: string;
  light: Light;
}

/** A result in a word or two, in a sentence, and as a colour. */
export function resultInWords(result: Result): ShownResult {
  const { title, ...shown } = judgementInWords(result);
  return { title: result.practice ? `Practice: ${title}` : title, ...shown };
}

function judgementInWords(result: Result): ShownResult {
  const { outcome, party, ticket, arrived, other, cutOff } = result;
  const about = party ? inShort(party, ticket) : '';
  switch (outcome) {
    case 'in':
      return { title: 'In', detail: about, light: 'green' };
    case 'out':
      return { title: 'Taken back', detail: about, light: 'amber' };
    case 'already': {
      const since = arrived ? ` Since ${timeInWords(arrived.at)}${arrived.device && `, ${arrived.device}`}.` : '';
      return { title: 'Already in', detail: `${about}${since}`.trim(), light: 'red' };
    }
    case 'owes': {
      const pay = party?.due ? `To pay: ${asMoney(party.due)}` : 'To pay';
      return { title: pay, detail: about, light: 'amber' };
    }
    case 'other':
      return {
        title: 'Another performance',
        detail: other ? `${other.show_title}, ${momentInWords(other.date)}.` : '',
        light: 'red',
      };
    case 'cancelled':
      return { title: 'Cancelled', detail: 'This ticket was returned.', light: 'red' };
    case 'booking':
      return party
        ? { title: `Reference ${party.ref}`, detail: `${about} Nobody is let in by a reference alone.`, light: 'amber' }
        : { title: 'Not on this list', detail: 'No booking for this performance has that reference.', light: 'red' };
    case 'unknown':
      return cutOff
        ? {
            title: 'Not on this list',
            detail: 'Another performance, sold just now, or not one of our tickets.',
            light: 'red',
          }
        : {
            title: 'Not one of our tickets',
            detail: 'Look under “Find a party” for the name or the reference.',
            light: 'red',
          };
  }
}

/** "Hollis, Dorothy: 2 of 4 in. Seats A4, A5."; of one ticket, its own seat. */
function inShort(party: ShownParty, ticket?: string): string {
  const { arrived, sold } = countIn([party]);
  const own = party.tickets.find(({ id }) => id === ticket)?.seat;
  const shown = own ? [own] : party.seats;
  const seats = shown.length === 0 ? '' : ` ${shown.length === 1 ? 'Seat' : 'Seats'} ${seatsInWords(shown)}.`;
  return `${calledHere(party)}: ${arrived} of ${sold} in.${seats}`;
}

/** By name, or by as much of it as a device may store. */
export const calledHere = ({ name, initial }: ShownParty): string => name ?? `${initial}…`;
