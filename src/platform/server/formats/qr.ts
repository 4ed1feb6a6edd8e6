import { encodeQR } from 'qr';

/** A text as a QR code, as rows of dark (true) and light squares. */
export function qrRows(text: string, ecc: 'medium' | 'quartile' = 'medium'): boolean[][] {
  // The library draws at least one light square around it; here the screen provides the margin
  const rows = encodeQR(text, 'raw', { ecc, border: 1 });
  return rows.slice(1, -1).map((row) => row.slice(1, -1));
}
