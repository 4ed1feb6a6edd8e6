import type { IncomingFile } from '#platform/server/storage/storage.ts';
import { detectFileType } from '#platform/shared/media-kinds.ts';

const zip = Buffer.from('PK\x03\x04', 'latin1');
/** The format of Office files before 2007. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const zipped: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
};

const older: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};

/** Office stores a document that has a password in the container of the older formats. */
const protectable = new Set(['docx', 'xlsx', 'pptx']);

/**
 * Returns the type that a file is served as. If a browser would display the file, only its content decides; the name
 * only distinguishes types that browsers never open. A web page counts as plain text. Nothing is unpacked.
 */
export async function detectContentType(
  { head, open }: Pick<IncomingFile, 'head' | 'open'>,
  name: string,
): Promise<string> {
  const known = detectFileType(head);
  if (known) return known.contentType;
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (head.subarray(0, zip.length).equals(zip)) return zipped[ending] ?? 'application/zip';
  if (head.subarray(0, compound.length).equals(compound))
    return older[ending] ?? (protectable.has(ending) ? zipped[ending] : undefined) ?? 'application/octet-stream';
  return (await isText(open)) ? 'text/plain' : 'application/octet-stream';
}

/**
 * Returns true if a file is UTF-8, or text in an older encoding, such as a CSV with a pound sign saved by Excel on
 * Windows. The file is read in pieces, up to the first that can't be text.
 */
async function isText(open: IncomingFile['open']): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let hasControls = false;
  for await (const piece of (await open()) as AsyncIterable<Buffer>) {
    if (piece.includes(0)) return false;
    hasControls ||= controls.test(piece.toString('latin1'));
    isUtf8 &&= decodes(decoder, piece);
    if (!isUtf8 && hasControls) return false;
  }
  return !hasControls || (isUtf8 && decodes(decoder));
}

/** Control characters that no single-byte text contains; whitespace, line breaks and form feeds are allowed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them
const controls = /[\x01-\x08\x0e-\x1f\x7f]/;

function decodes(decoder: TextDecoder, piece?: Buffer): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined });
    return true;
  } catch {
    return false;
  }
}
