/** Crockford's base 32: digits, and letters without I, L and O (which look like digits) and U. */
export const ticketCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The length of the part of a code that proves that the site issued it: 60 bits. */
export const ticketCodeProofLength = 12;

/** The parts of a ticket's QR code. */
interface TicketCode {
  /** The reference of the ticket's order. */
  ref: number;
  proof: string;
}

/** Formats a code as it is stored in a QR code and printed below it: "481920-7K3Q-X9MP-RTW4". */
export const formatTicketCode = ({ ref, proof }: TicketCode): string =>
  [`${ref}`, ...(proof.match(/.{1,4}/g) ?? [])].join('-');

/**
 * Parses a code that was typed or read by a camera. Lower-case letters, missing dashes, an O instead of a zero, and an
 * I or L instead of a one are accepted.
 * @returns undefined for text that can't be a code
 */
export function parseTicketCode(typed: string): TicketCode | undefined {
  if (typed.length > 60) return undefined;
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
  const [, ref, proof] = /^([1-9]\d{0,8})([0-9A-HJKMNP-TV-Z]{12})$/.exec(plain) ?? [];
  return ref && proof ? { ref: Number(ref), proof } : undefined;
}
