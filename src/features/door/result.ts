import { seatsInWords } from '#features/performances/seat-labels.ts';
import { momentInWords, timeInWords } from '#platform/shared/dates.ts';
import { asMoney } from '#platform/shared/money.ts';
import type { Arrival, Marked } from './contract.ts';
import { countIn, type ShownParty } from './unsent-marks.ts';

/** The result for a code that was shown or typed. */
export interface Result {
  /** A new one each time, so that the same words are announced again. */
  id: string;
  outcome: Marked['outcome'];
  party?: ShownParty | undefined;
  /** The ticket's id. */
  ticket?: string | undefined;
  /** When the holder came in, where they were in before. */
  arrived?: Arrival | undefined;
  other?: Marked['other'];
  /** Whether this device decided alone. */
  cutOff: boolean;
}

/** Green lets in, amber asks for something first, red doesn't. */
export type Light = 'green' | 'amber' | 'red';

/** A result in a word or two, in a sentence, and as a colour. */
export function resultInWords(result: Result): { title: string; detail: string; light: Light } {
  const { outcome, party, arrived, other, cutOff } = result;
  const about = party ? inShort(party) : '';
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
      return { title: 'Cancelled', detail: 'This ticket was given back.', light: 'red' };
    case 'unknown':
      return cutOff
        ? {
            title: 'Not on this list',
            detail: 'Another performance, sold just now, or no ticket of ours.',
            light: 'red',
          }
        : { title: 'No ticket of ours', detail: 'Look for the name or the reference instead.', light: 'red' };
  }
}

/** "Hollis, Dorothy: 2 of 4 in. Seats A4, A5." */
function inShort(party: ShownParty): string {
  const { arrived, sold } = countIn([party]);
  const { length } = party.seats;
  const seats = length === 0 ? '' : ` ${length === 1 ? 'Seat' : 'Seats'} ${seatsInWords(party.seats)}.`;
  return `${calledHere(party)}: ${arrived} of ${sold} in.${seats}`;
}

/** By name, or by as much of it as a device may store. */
export const calledHere = ({ name, initial }: ShownParty): string => name ?? `${initial}…`;
