import { timingSafeEqual } from 'node:crypto';
import type { Services } from '#platform/server/feature/feature.ts';
import { codeLetters, formatTicketCode, parseTicketCode, proofLength } from '../ticket-code.ts';
import { type IssuedOrder, toIssueId } from './order-link.ts';

type CodeHasher = Pick<Services['encryption'], 'hash'>;

function computeProof(encryption: CodeHasher, ticket: IssuedOrder): string {
  const mark = Buffer.from(encryption.hash(toIssueId(ticket.id, ticket), 'ticket code'), 'base64url');
  return Array.from(mark.subarray(0, proofLength), (byte) => codeLetters[byte % codeLetters.length]).join('');
}

/**
 * Returns the text of a ticket's QR code. It is computed from the ticket's id and the site's SECRET each time, and
 * stored nowhere (docs/decisions/0064). It changes with SECRET, and when the box office gives its order new codes.
 */
export const computeTicketCode = (encryption: CodeHasher, ticket: IssuedOrder & { ref: number }): string =>
  formatTicketCode({ ref: ticket.ref, proof: computeProof(encryption, ticket) });

/**
 * Finds the ticket of an order that a code belongs to, in a time that doesn't reveal how much of the code was right.
 * `ticketsOf` returns the tickets of the order with that reference.
 */
export async function findTicketByCode<Ticket extends IssuedOrder>(
  encryption: CodeHasher,
  typed: string,
  ticketsOf: (ref: number) => Promise<readonly Ticket[]>,
): Promise<Ticket | undefined> {
  const code = parseTicketCode(typed);
  if (!code) return undefined;
  const given = Buffer.from(code.proof);
  return (await ticketsOf(code.ref)).find((ticket) =>
    timingSafeEqual(given, Buffer.from(computeProof(encryption, ticket))),
  );
}
