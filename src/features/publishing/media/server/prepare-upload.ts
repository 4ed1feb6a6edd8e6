import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newId } from '#platform/server/crypto/ids.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { toSafeFileName } from '#platform/server/http/routes/download.ts';
import { preparePicture } from '#platform/server/pictures/pictures.ts';
import type { FileStorage, IncomingFile } from '#platform/server/storage/storage.ts';
import { emptyFileMessage } from '#platform/shared/file-size.ts';
import { detectFileType } from '#platform/shared/media-kinds.ts';
import { maxMediaBytes, pictureTooLargeMessage } from '../limits.ts';
import type { NewMedia, StoredMediaFiles } from './store.ts';

interface MediaToStore {
  filename: string;
  content: Buffer;
  /** The alternative text. */
  alt: string;
  credit?: string;
  consent?: string;
  /** The width of a video in pixels, which isn't read from the file. The default is that of a wide screen. */
  width?: number;
  height?: number;
  /** True for a portrait of a person, which has a small square and one larger size. */
  isPortrait?: boolean;
  /**
   * A fixed id, by which the caller can find out later if the item exists already. By default, the item gets a new id.
   */
  id?: string;
  /** The user who sent the item, if there is one. */
  sender?: string;
}

/** The checked content of an item in all its sizes, not stored yet. */
export interface PreparedMedia {
  kind: StoredMediaFiles['kind'];
  /** True if only the first of several pictures in the file is shown, such as a frame of an animation. */
  isFirstOfSeveral: boolean;
  store: () => Promise<StoredMediaFiles>;
  discard: () => Promise<void>;
}

/**
 * Stores a picture, a video or a recording and returns the row to insert. Files are stored before the row, so that no
 * row lacks its file.
 * @throws HttpError 400, 413 or 415 for a file that can't be displayed
 */
export async function storeMediaFiles(storage: FileStorage, sent: MediaToStore): Promise<NewMedia> {
  const { content, alt, credit = '', consent = '', id = newId(), sender = '' } = sent;
  const arrival = await storage.receive(Readable.from([content]), { sender });
  try {
    const stored = await storePreparedMedia(await prepareMedia(storage, arrival, sent));
    return { id, filename: toSafeFileName(sent.filename), alt, credit, consent, ...stored };
  } finally {
    await arrival.discard();
  }
}

/** Stores all sizes. If one can't be stored, the nightly purge deletes those that were stored before it. */
export async function storePreparedMedia(ready: PreparedMedia): Promise<StoredMediaFiles> {
  try {
    return await ready.store();
  } finally {
    await ready.discard();
  }
}

/**
 * Checks an uploaded file, and creates the sizes of a picture. Nothing is stored before `store` is called, so that
 * several files can be stored together or not at all.
 * @throws HttpError 400, 413 or 415 for a file that can't be displayed
 */
export async function prepareMedia(
  storage: FileStorage,
  arrival: IncomingFile,
  shape: Pick<MediaToStore, 'width' | 'height' | 'isPortrait'> = {},
): Promise<PreparedMedia> {
  if (arrival.bytes === 0) refuse(400, emptyFileMessage);
  const recognised = detectFileType(arrival.head);
  if (!recognised || recognised.kind === 'document') return refuse(415, explainUnsupportedFormat(arrival.head));
  const { kind, contentType } = recognised;
  if (kind === 'image') return preparePictureUpload(storage, arrival, shape);
  if (contentType.endsWith('/mp4') && !(await hasMp4Content(arrival))) {
    refuse(
      415,
      `This ${kind === 'video' ? 'video' : 'recording'} has no content. It may not have been saved or downloaded completely.`,
    );
  }
  const [width, height] = kind === 'audio' ? [0, 0] : [shape.width ?? 1280, shape.height ?? 720];
  return {
    kind,
    isFirstOfSeveral: false,
    store: async () => {
      const stored = await arrival.store();
      return { kind, contentType, width, height, sizes: [{ width, height, ...stored }], placeholder: '' };
    },
    discard: arrival.discard,
  };
}

/** Formats the note that only the first picture in each of these files is shown; "" for no files. */
export const formatFirstPictureNote = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : ` Of ${nameList.format(names.map((name) => `“${name}”`))}, only the first picture is shown: animations and further pages aren’t kept.`;

const nameList = new Intl.ListFormat('en-GB');

async function preparePictureUpload(
  storage: FileStorage,
  sent: IncomingFile,
  { isPortrait }: Pick<MediaToStore, 'isPortrait'>,
): Promise<PreparedMedia> {
  if (sent.bytes > maxMediaBytes.picture) {
    refuse(413, pictureTooLargeMessage);
  }
  const { width, height, placeholder, sizes, hasMore } = await preparePicture(sent, { isPortrait });
  const made: (Pick<StoredMediaFiles, 'width' | 'height'> & { arrival: IncomingFile })[] = [];
  const discard = async () => {
    for (const { arrival } of made) await arrival.discard();
  };
  try {
    for (const size of sizes) {
      const arrival = await storage.receive(Readable.from([size.bytes]));
      made.push({ width: size.width, height: size.height, arrival });
    }
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    kind: 'image',
    isFirstOfSeveral: hasMore,
    store: async () => {
      const stored: StoredMediaFiles['sizes'] = [];
      for (const { arrival, ...size } of made) stored.push({ ...size, ...(await arrival.store()) });
      return { kind: 'image', contentType: 'image/webp', width, height, sizes: stored, placeholder };
    },
    discard,
  };
}

/** The maximum number of parts of a file that are read. A video's description is among the first or last few parts. */
const maxBoxes = 1000;

/**
 * Returns true if a file of the MP4 family has what a player needs: a description (`moov`, or `moof` for each fragment)
 * and data (`mdat`). An interrupted recording or download leaves a header without them.
 */
async function hasMp4Content({ open, bytes }: Pick<IncomingFile, 'open' | 'bytes'>): Promise<boolean> {
  const found = new Set<string>();
  let start = 0;
  for (let count = 0; count < maxBoxes && start + 8 <= bytes; count += 1) {
    const head = await buffer(await open({ start, end: Math.min(start + 15, bytes - 1) }));
    const name = head.toString('latin1', 4, 8);
    found.add(name === 'moof' ? 'moov' : name);
    if (found.has('moov') && found.has('mdat')) return true;
    const short = head.readUInt32BE(0);
    // 0 means "to the end of the file"; 1 means that a longer number follows
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (size < 8) return false;
    start += size;
  }
  return false;
}

/** A format that can't be shown: its kind, its name, and a pattern for its first bytes as Latin-1. */
type Format = [kind: 'drawing' | 'video' | 'recording', name: string, head: RegExp];

// biome-ignore-start lint/suspicious/noControlCharactersInRegex: the bytes to find
const formats: readonly Format[] = [
  ['drawing', 'SVG', /^\s*(?:<\?xml|<svg|<!DOCTYPE svg)/i],
  ['video', '3GP', /^.{4}ftyp(?:3g|mmp4)/s],
  ['video', 'AVI', /^RIFF.{4}AVI /s],
  ['video', 'MKV', /^\x1a\x45\xdf\xa3/],
  ['video', 'WMV', /^\x30\x26\xb2\x75\x8e\x66\xcf\x11/],
  ['video', 'FLV', /^FLV\x01/],
  ['video', 'MPEG', /^\x00\x00\x01[\xb3\xba]/],
  ['video', 'older QuickTime', /^.{4}(?:moov|mdat|wide|pnot|skip|free)/s],
  ['recording', 'FLAC', /^fLaC/],
  ['recording', 'AAC', /^\xff[\xf0\xf1\xf8\xf9]/],
  ['recording', 'AIFF', /^FORM.{4}AIF[FC]/s],
  ['recording', 'AMR', /^#!AMR/],
  ['recording', 'CAF', /^caff/],
  ['recording', 'MIDI', /^MThd/],
];
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: the bytes to find

const advice = {
  drawing: 'Save it as a PNG picture, then upload that.',
  video: 'Save or export it as MP4 (H.264), then upload that.',
  recording: 'Save or export it as MP3, then upload that.',
};

/** Returns the sentences that refuse a file that can't be shown: what it is, and which format to use. */
function explainUnsupportedFormat(head: Buffer): string {
  const beginning = head.toString('latin1');
  const known = formats.find(([, , bytes]) => bytes.test(beginning));
  if (!known)
    return 'This isn’t a picture, video or recording that we can show. Upload pictures as JPEG or PNG, videos as MP4 and recordings as MP3.';
  const [kind, name] = known;
  return `This site doesn’t accept this kind of ${kind} (${name}). ${advice[kind]}`;
}
