import type { Id } from '#platform/server/crypto/ids.ts';
import { isSameSecret } from '#platform/server/crypto/tokens.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import { formatTicketCode, parseTicketCode, ticketCodeAlphabet, ticketCodeProofLength } from '../../tickets.ts';

/** An order or one of its tickets, and the number of times the box office has replaced the order's link and codes. */
interface IssuedOrder {
  id: Id;
  reissued: number;
}

/**
 * Returns the text from which an order's link, or a ticket's code, is computed: from the order's or the ticket's id. It
 * changes with each reissue, so that the old link and codes stop working.
 */
export const buildIssuanceId = (id: Id, { reissued }: Pick<IssuedOrder, 'reissued'>): string =>
  reissued === 0 ? id : `${id} ${reissued}`;

const computeOrderKey = (encryption: Services['encryption'], order: IssuedOrder) =>
  encryption.hash(buildIssuanceId(order.id, order), 'order page');

/**
 * Returns the path of the page that shows an order to anybody who has the link. The link isn't stored with the order:
 * it is computed each time.
 */
export const buildBuyerOrderPath = (encryption: Services['encryption'], order: IssuedOrder): string =>
  `/tickets/order/${order.id}/${computeOrderKey(encryption, order)}`;

/** Returns true if the key belongs to the order's current link. */
export function isValidOrderKey(
  encryption: Services['encryption'],
  { key, ...order }: IssuedOrder & { key: string },
): boolean {
  return isSameSecret(key, computeOrderKey(encryption, order));
}

type CodeHasher = Pick<Services['encryption'], 'hash'>;

function computeProof(encryption: CodeHasher, ticket: IssuedOrder): string {
  const mark = Buffer.from(encryption.hash(buildIssuanceId(ticket.id, ticket), 'ticket code'), 'base64url');
  return Array.from(
    mark.subarray(0, ticketCodeProofLength),
    (byte) => ticketCodeAlphabet[byte % ticketCodeAlphabet.length],
  ).join('');
}

/**
 * Returns the text of a ticket's QR code. It is computed from the ticket's id and the site's data key each time, and
 * stored nowhere (docs/decisions/0064). It changes when the box office reissues the order, and if the data key is
 * replaced, but not when SECRET changes (docs/decisions/0061).
 */
export const computeTicketCode = (encryption: CodeHasher, ticket: IssuedOrder & { ref: number }): string =>
  formatTicketCode({ ref: ticket.ref, proof: computeProof(encryption, ticket) });

/**
 * Finds the ticket that a code belongs to. Proofs are compared in constant time, so that the time doesn't reveal how much
 * of a guessed proof is right. `ticketsOf` returns the tickets of the order with the given reference.
 */
export async function findTicketByCode<Ticket extends IssuedOrder>(
  encryption: CodeHasher,
  typed: string,
  ticketsOf: (ref: number) => Promise<readonly Ticket[]>,
): Promise<Ticket | undefined> {
  const code = parseTicketCode(typed);
  if (!code) return undefined;
  return (await ticketsOf(code.ref)).find((ticket) => isSameSecret(code.proof, computeProof(encryption, ticket)));
}
