import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { newId } from '#platform/server/crypto/ids.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import type { Upload } from '#platform/server/http/request/uploads.ts';
import { toSafeFileName } from '#platform/server/http/routes/download.ts';
import { rewritePicture } from '#platform/server/pictures/pictures.ts';
import type { FileStorage, IncomingFile } from '#platform/server/storage/storage.ts';
import { convertedPictureTypes, detectFileType } from '#platform/shared/media-kinds.ts';
import { validateFileType } from '../file-kinds.ts';
import type { NewFile } from './store.ts';

export interface FileToStore {
  name: string;
  content: Buffer;
  /**
   * The show or the post that the file belongs to. A file with neither has no readers until `member_docs` allows some.
   */
  show_id?: string | null;
  post_id?: string | null;
  member_docs?: NewFile['member_docs'];
  /**
   * A fixed id, by which the caller can find out later if the file is stored already. By default, the file gets a new
   * id.
   */
  id?: string;
}

/** A file ready to be stored. */
interface ReadyFile {
  name: string;
  content_type: string;
  arrival: IncomingFile;
}

/**
 * Stores a file and returns the row to insert. The content is stored before the row, so that no row lacks its content.
 * @throws HttpError 400 for an empty file, 415 for a picture that can't be read or is too large
 */
export async function storeFile(storage: FileStorage, sent: FileToStore): Promise<NewFile> {
  const { id = newId(), show_id = null, post_id = null, member_docs = 'no' } = sent;
  const arrival = await storage.receive(Readable.from([sent.content]));
  try {
    const { name, content_type, arrival: ready } = await prepareFile(storage, sent.name, arrival);
    const { key, bytes } = await ready.store();
    return { id, name, content_type, bytes, storage_key: key, show_id, post_id, member_docs };
  } finally {
    await arrival.discard();
  }
}

/**
 * Stores all of the files that a member sent, or none of them.
 * @throws HttpError 400 and 415, with the file and the reason
 */
export async function storeUploadedFiles(
  storage: FileStorage,
  uploads: readonly Upload[],
  place: { show_id?: string; post_id?: string; member_docs?: NewFile['member_docs'] },
): Promise<NewFile[]> {
  const ready: ReadyFile[] = [];
  try {
    for (const { name, arrival } of uploads) {
      const file = await prepareFile(storage, name, arrival);
      ready.push(file);
      const why = validateFileType(file.name, file.content_type);
      if (why !== '') refuse(415, why);
    }
    const stored: NewFile[] = [];
    for (const { name, content_type, arrival } of ready) {
      const { key, bytes } = await arrival.store();
      const { show_id = null, post_id = null, member_docs = 'no' } = place;
      stored.push({ id: newId(), name, content_type, bytes, storage_key: key, show_id, post_id, member_docs });
    }
    return stored;
  } finally {
    for (const { arrival } of ready) await arrival.discard();
  }
}

/** Checks a file and prepares it for storage. Pictures are stored without camera metadata such as the location. */
async function prepareFile(storage: FileStorage, sentName: string, arrival: IncomingFile): Promise<ReadyFile> {
  const name = toSafeFileName(sentName);
  if (arrival.bytes === 0) refuse(400, `“${name}” is empty. Choose another file, or save this one again first.`);
  const sentType = await detectContentType(arrival, name);
  if (convertedPictureTypes.has(sentType)) return rewriteFile(storage, toJpegName(name), 'image/jpeg', arrival);
  return pictures.has(sentType)
    ? rewriteFile(storage, name, sentType, arrival)
    : { name, content_type: sentType, arrival };
}

const toJpegName = (name: string) => `${name.replace(/\.\w{1,4}$/, '')}.jpg`;

/** Writes a picture again, which removes its metadata. */
async function rewriteFile(
  storage: FileStorage,
  name: string,
  content_type: string,
  arrival: IncomingFile,
): Promise<ReadyFile> {
  const to = `${arrival.path}.rewritten`;
  try {
    const written = await rewritePicture({ path: arrival.path, as: content_type, to }, arrival.sender);
    if (typeof written === 'string') refuse(415, `“${name}” ${refusals[written]}`);
    return { name, content_type, arrival: written ? await storage.receive(createReadStream(to)) : arrival };
  } finally {
    await rm(to, { force: true });
  }
}

const pictures = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']);

const refusals = {
  unreadable: 'can’t be opened as a picture. Save it again and upload the new copy.',
  'too many pixels': 'is a picture of more than 60 megapixels (25 for HEIC). Save a smaller copy, then try again.',
  'too many frames': 'is too large an animation. Save a smaller or shorter copy, then try again.',
};

const zip = Buffer.from('PK\x03\x04', 'latin1');
/** The first bytes of Office files in the formats before 2007. */
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

/** Office stores these types in the container of the older formats if the document has a password. */
const protectable = new Set(['docx', 'xlsx', 'pptx']);

/**
 * Returns the type that a file is served as. If a browser would display the file, only its content decides; the name
 * only distinguishes types that browsers never open. A web page counts as plain text. Nothing is unpacked.
 */
async function detectContentType({ head, open }: Pick<IncomingFile, 'head' | 'open'>, name: string): Promise<string> {
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

/**
 * Control characters that don't occur in text in a single-byte encoding. Whitespace, line breaks and form feeds are
 * allowed.
 */
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
