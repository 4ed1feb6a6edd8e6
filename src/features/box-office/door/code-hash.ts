import { formatTicketCode, parseTicketCode } from '#features/box-office/orders/ticket-code.ts';

/**
 * Returns the hash by which a device recognises a ticket's code, at one performance alone. "" for text that isn't a
 * code, and if a browser can't hash, which is on a site without https: there the camera isn't available either.
 */
export async function hashTicketCode(performance: string, typed: string): Promise<string> {
  const code = parseTicketCode(typed);
  if (!code || !globalThis.crypto?.subtle) return '';
  const bytes = new TextEncoder().encode(`${performance} ${formatTicketCode(code)}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
