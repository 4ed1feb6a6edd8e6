import { formatTicketCode, parseTicketCode } from '#features/box-office/orders/tickets.ts';
import { formatSeats } from '#features/box-office/performances/seats.ts';
import { formatDateTime, formatTime } from '#platform/shared/dates/dates.ts';
import { formatMoney } from '#platform/shared/money.ts';
import type { CheckInResult, DoorArrival } from './contract.ts';
import { countTicketsAndArrivals, type DisplayedParty, findMoneyWarning, formatPartyName } from './shown-party.ts';

/** The result of checking a code or a reference. */
export interface TicketCheck {
  /** Unique for each check, so that a result identical to the previous one is announced too. */
  id: string;
  /** The result of the check-in; `booking` for a typed reference, `referred` for a party sent to the box office. */
  outcome: CheckInResult['outcome'] | 'booking' | 'referred';
  party?: DisplayedParty | undefined;
  /** The ticket's id. */
  ticket?: string | undefined;
  /** The arrival of the ticket's holder; for `already`, the earlier check-in. */
  arrived?: DoorArrival | undefined;
  other?: CheckInResult['other'];
  /** True if nothing is recorded, because it is too early or too late. */
  practice?: boolean | undefined;
  /** True if this device decided without the site. */
  isOffline: boolean;
}

/**
 * Finds the party of a result in the present list. A party that booked in the last few seconds is in the list only after
 * the result.
 */
export const findCheckedParty = (
  parties: readonly DisplayedParty[],
  { party, ticket }: Pick<TicketCheck, 'party' | 'ticket'>,
): DisplayedParty | undefined =>
  parties.find(({ id, tickets }) => id === party?.id || tickets.some((one) => one.id === ticket));

/** Green: let in. Red: don't let in. Amber: everything else, such as money that is due, or an undone check-in. */
export type SignalColour = 'green' | 'amber' | 'red';

interface ShownTicketCheck {
  title: string;
  detail: string;
  light: SignalColour;
}

/** Formats a result as a short title, a sentence and a colour. */
export function formatTicketCheck(result: TicketCheck): ShownTicketCheck {
  const { title, ...shown } = formatOutcome(result);
  return { title: result.practice ? `Practice: ${title}` : title, ...shown };
}

function formatOutcome(result: TicketCheck): ShownTicketCheck {
  const { outcome, party, ticket, arrived, other, isOffline } = result;
  const about = party ? formatPartyProgress(party, ticket) : '';
  switch (outcome) {
    case 'in':
      return { title: 'In', detail: about, light: 'green' };
    case 'out':
      return { title: 'Undone', detail: about, light: 'amber' };
    case 'already': {
      const since = arrived ? ` Since ${formatTime(arrived.at)}${arrived.device && `, ${arrived.device}`}.` : '';
      const detail = `${about}${since} If they weren’t let in before, ${referAdvice}.`.trim();
      return { title: 'Already in', detail, light: 'red' };
    }
    case 'owes': {
      const pay = party?.due ? `To pay: ${formatMoney(party.due)}` : 'To pay';
      return { title: pay, detail: about, light: 'amber' };
    }
    case 'refunded':
    case 'disputed': {
      const warning = party && findMoneyWarning(party);
      const title = outcome === 'refunded' ? 'Money refunded' : 'Payment disputed';
      return {
        title: warning?.outcome === outcome ? warning.title : title,
        detail: `${about} ${warning?.detail ?? ''}`.trim(),
        light: 'amber',
      };
    }
    case 'referred':
      return {
        title: 'Not let in',
        detail: `${about}${party ? ` Reference ${party.ref}:` : ''} sent to the box office.`.trim(),
        light: 'amber',
      };
    case 'other':
      return {
        title: 'For another performance',
        detail: `${other ? `${other.show_title}, ${formatDateTime(other.date)}. ` : ''}To change it, ${referAdvice}.`,
        light: 'red',
      };
    case 'cancelled':
      return {
        title: 'Cancelled',
        detail: `This ticket was returned or cancelled. If the visitor didn’t expect that, ${referAdvice}.`,
        light: 'red',
      };
    case 'booking': {
      if (!party) {
        const detail =
          'No booking for this performance has that reference. Search under “Find a party” by name instead.';
        return { title: 'Not on this list', detail, light: 'red' };
      }
      const detail = [about, 'Nobody is let in by a reference alone.', findMoneyWarning(party)?.detail];
      return { title: `Reference ${party.ref}`, detail: detail.filter(Boolean).join(' '), light: 'amber' };
    }
    case 'unknown':
      return isOffline
        ? {
            title: 'Not on this list',
            detail:
              'The ticket may be for another performance, only just sold, or not one of our tickets. Search under “Find a party” by reference or seat.',
            light: 'red',
          }
        : {
            title: 'Not a valid ticket',
            detail: 'Search under “Find a party” by name or reference instead.',
            light: 'red',
          };
  }
}

/** The advice about people whose ticket admits nobody. */
const referAdvice = 'send them to the box office';

/** Formats a party's arrivals and seats, or the seat of one ticket: "Hollis, Dorothy: 2 of 4 in. Seats A4, A5." */
function formatPartyProgress(party: DisplayedParty, ticket?: string): string {
  const { arrived, sold } = countTicketsAndArrivals([party]);
  const own = party.tickets.find(({ id }) => id === ticket)?.seat;
  const shown = own ? [own] : party.seats;
  const seats = shown.length === 0 ? '' : ` ${shown.length === 1 ? 'Seat' : 'Seats'} ${formatSeats(shown)}.`;
  return `${formatPartyName(party)}: ${arrived} of ${sold} in.${seats}`;
}

/**
 * Hashes a ticket's code for one performance, so that a device can recognise it. Returns "" for text that isn't a code.
 * Also returns "" on pages without https, where browsers can neither hash nor use the camera.
 */
export async function hashTicketCode(performance: string, typed: string): Promise<string> {
  const code = parseTicketCode(typed);
  if (!code || !globalThis.crypto?.subtle) return '';
  const bytes = new TextEncoder().encode(`${performance} ${formatTicketCode(code)}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
