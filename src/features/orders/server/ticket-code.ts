import { timingSafeEqual } from 'node:crypto';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { codeLetters, proofLength, readTicketCode, writtenCode } from '../ticket-code.ts';

type Sealing = Pick<Services['sealing'], 'mark'>;

function proofOf(sealing: Sealing, ticket: Id): string {
  const mark = Buffer.from(sealing.mark(ticket, 'ticket code'), 'base64url');
  return Array.from(mark.subarray(0, proofLength), (byte) => codeLetters[byte % codeLetters.length]).join('');
}

/**
 * What a ticket's QR code says: made of the ticket's id and the site's SECRET whenever it is asked for, and stored
 * nowhere (docs/decisions/0064). It changes only with SECRET.
 */
export const ticketCode = (sealing: Sealing, ticket: { id: Id; ref: number }): string =>
  writtenCode({ ref: ticket.ref, proof: proofOf(sealing, ticket.id) });

/**
 * Which of an order's tickets a code is of, in a time that tells nothing of how much of it was right. `ticketsOf` is
 * asked for the tickets of the order with that reference.
 */
export async function ticketByCode<Ticket extends { id: Id }>(
  sealing: Sealing,
  typed: string,
  ticketsOf: (ref: number) => Promise<readonly Ticket[]>,
): Promise<Ticket | undefined> {
  const code = readTicketCode(typed);
  if (!code) return undefined;
  const given = Buffer.from(code.proof);
  return (await ticketsOf(code.ref)).find(({ id }) => timingSafeEqual(given, Buffer.from(proofOf(sealing, id))));
}
