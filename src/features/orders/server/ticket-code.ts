import { timingSafeEqual } from 'node:crypto';
import type { Id } from '#platform/server/crypto/ids.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { codeLetters, proofLength, readTicketCode, writtenCode } from '../ticket-code.ts';

type Hashing = Pick<Services['encryption'], 'hash'>;

function proofOf(encryption: Hashing, ticket: Id): string {
  const mark = Buffer.from(encryption.hash(ticket, 'ticket code'), 'base64url');
  return Array.from(mark.subarray(0, proofLength), (byte) => codeLetters[byte % codeLetters.length]).join('');
}

/**
 * The text of a ticket's QR code: computed from the ticket's id and the site's SECRET each time, and stored nowhere
 * (docs/decisions/0064). It changes only with SECRET.
 */
export const ticketCode = (encryption: Hashing, ticket: { id: Id; ref: number }): string =>
  writtenCode({ ref: ticket.ref, proof: proofOf(encryption, ticket.id) });

/**
 * Finds the ticket of an order that a code belongs to, in a time that doesn't tell how much of the code was right.
 * `ticketsOf` returns the tickets of the order with that reference.
 */
export async function ticketByCode<Ticket extends { id: Id }>(
  encryption: Hashing,
  typed: string,
  ticketsOf: (ref: number) => Promise<readonly Ticket[]>,
): Promise<Ticket | undefined> {
  const code = readTicketCode(typed);
  if (!code) return undefined;
  const given = Buffer.from(code.proof);
  return (await ticketsOf(code.ref)).find(({ id }) => timingSafeEqual(given, Buffer.from(proofOf(encryption, id))));
}
