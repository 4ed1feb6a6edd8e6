import { formatTicketCode, parseTicketCode } from '#features/box-office/orders/ticket-code.ts';

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
