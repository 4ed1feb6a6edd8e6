import { Readable } from 'node:stream';
import { newId } from '#platform/server/crypto/ids.ts';
import { refuse } from '#platform/server/http/errors/http-error.ts';
import { toSafeFileName } from '#platform/server/http/routes/download.ts';
import { preparePicture } from '#platform/server/pictures/pictures.ts';
import type { Arrival, Storage } from '#platform/server/storage/disk-storage.ts';
import { emptyFileMessage } from '#platform/shared/file-size.ts';
import { detectFileType } from '#platform/shared/media-kinds.ts';
import { mediaLimits, pictureTooLargeMessage } from '../limits.ts';
import { hasMp4Content } from './mp4-boxes.ts';
import type { NewMedia, StoredFile } from './store.ts';
import { explainUnsupportedFormat } from './unsupported-formats.ts';

export interface MediaToStore {
  filename: string;
  content: Buffer;
  /** The alternative text. */
  alt: string;
  credit?: string;
  consent?: string;
  /** The width of a video in pixels, to be given because videos aren't opened. The default is that of a wide screen. */
  width?: number;
  height?: number;
  /** True for a portrait of a person, which has a small square and one larger size. */
  isPortrait?: boolean;
  /** A fixed id, for an item that may be created twice. */
  id?: string;
  /** The user who sent the item, if there is one. */
  sender?: string;
}

/** The checked content of an item in all its sizes, not stored yet. */
export interface PreparedMedia {
  kind: StoredFile['kind'];
  /** True if only the first of several pictures in the file is shown, such as a frame of an animation. */
  isFirstOfSeveral: boolean;
  store: () => Promise<StoredFile>;
  discard: () => Promise<void>;
}

/**
 * Stores a picture, a video or a recording and returns the row to insert. Files are stored before the row, so that no
 * row lacks its file.
 * @throws HttpError 415 if the content is none of these
 */
export async function storeMedia(storage: Storage, sent: MediaToStore): Promise<NewMedia> {
  const { content, alt, credit = '', consent = '', id = newId(), sender = '' } = sent;
  const arrival = await storage.receive(Readable.from([content]), { sender });
  try {
    const stored = await storePreparedMedia(await prepareMedia(storage, arrival, sent));
    return { id, filename: toSafeFileName(sent.filename), alt, credit, consent, ...stored };
  } finally {
    await arrival.discard();
  }
}

/** Stores all sizes. If one can't be stored, the sizes stored before it are deleted. */
export async function storePreparedMedia(ready: PreparedMedia): Promise<StoredFile> {
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
  storage: Storage,
  arrival: Arrival,
  shape: Pick<MediaToStore, 'width' | 'height' | 'isPortrait'> = {},
): Promise<PreparedMedia> {
  if (arrival.bytes === 0) refuse(400, emptyFileMessage);
  const recognised = detectFileType(arrival.head);
  if (!recognised || recognised.kind === 'document') return refuse(415, explainUnsupportedFormat(arrival.head));
  const { kind, contentType } = recognised;
  if (kind === 'image') return readyPicture(storage, arrival, shape);
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
export const explainFirstOfSeveral = (names: readonly string[]): string =>
  names.length === 0
    ? ''
    : ` Of ${nameList.format(names.map((name) => `“${name}”`))}, only the first picture is shown: animations and further pages aren’t kept.`;

const nameList = new Intl.ListFormat('en-GB');

async function readyPicture(
  storage: Storage,
  sent: Arrival,
  { isPortrait }: Pick<MediaToStore, 'isPortrait'>,
): Promise<PreparedMedia> {
  if (sent.bytes > mediaLimits.picture) {
    refuse(413, pictureTooLargeMessage);
  }
  const { width, height, placeholder, sizes, hasMore } = await preparePicture(sent, { isPortrait });
  const made: (Pick<StoredFile, 'width' | 'height'> & { arrival: Arrival })[] = [];
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
      const stored: StoredFile['sizes'] = [];
      for (const { arrival, ...size } of made) stored.push({ ...size, ...(await arrival.store()) });
      return { kind: 'image', contentType: 'image/webp', width, height, sizes: stored, placeholder };
    },
    discard,
  };
}
