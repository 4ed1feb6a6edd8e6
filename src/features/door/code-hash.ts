import { readTicketCode, writtenCode } from '#features/orders/ticket-code.ts';

/**
 * By what a device knows a ticket's code again, at one performance alone. "" for what is no code, and where a browser
 * hashes nothing, which is where the site is reached without https: then the camera is shut as well.
 */
export async function codeHash(performance: string, typed: string): Promise<string> {
  const code = readTicketCode(typed);
  if (!code || !globalThis.crypto?.subtle) return '';
  const bytes = new TextEncoder().encode(`${performance} ${writtenCode(code)}`);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
