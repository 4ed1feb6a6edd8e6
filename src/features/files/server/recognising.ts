import { recognise } from '../../media/kinds.ts';

const zip = Buffer.from('PK\x03\x04', 'latin1');
/** Office programs' files before 2007. */
const compound = Buffer.from('d0cf11e0a1b11ae1', 'hex');

const zipped: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
};

const older: Record<string, string> = {
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
};

/**
 * The type that a file is served as. What a browser would show is told by its content alone; the name only tells apart
 * what browsers never open. A web page is plain text here.
 */
export function typeOfFile(content: Buffer, name: string): string {
  const known = recognise(content.subarray(0, 64));
  if (known) return known.contentType;
  const ending = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (content.subarray(0, zip.length).equals(zip)) return zipped[ending] ?? 'application/zip';
  if (content.subarray(0, compound.length).equals(compound)) return older[ending] ?? 'application/octet-stream';
  return isText(content) ? 'text/plain' : 'application/octet-stream';
}

function isText(content: Buffer): boolean {
  if (content.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}
