import { Readable } from 'node:stream';
import { safeName } from '../../../platform/server/http/download.ts';
import { refuse } from '../../../platform/server/http/refusal.ts';
import { newId } from '../../../platform/server/ids.ts';
import type { Arrival, Storage } from '../../../platform/server/storage.ts';
import { isHeic, recognise } from '../kinds.ts';
import { preparePicture } from './pictures.ts';
import type { NewMedia, StoredFile } from './store.ts';

interface Described {
  filename: string;
  /** What a person who can't see it should know. */
  alt: string;
  credit?: string;
  consent?: string;
  /** Of a film, which we keep as it is and don't open. Unsaid, it gets the room of a wide screen. */
  width?: number;
  height?: number;
  /** The same id for the same thing, where it must be called the same each time it is made. */
  id?: string;
}

export type SentMedia = Described & { content: Buffer };

/** Cameras' files are a quarter of that. */
const largestPicture = 60_000_000;

/**
 * Keeps the file of a picture, a film or a sound and answers the row to record: files first, row second, so that a row
 * never points at nothing.
 * @throws Refusal 415 for what is none of these, by its content and whatever its name says
 */
export async function keepMedia(storage: Storage, { content, ...described }: SentMedia): Promise<NewMedia> {
  const arrival = await storage.receive(Readable.from([content]));
  try {
    return await keepArrival(storage, arrival, described);
  } finally {
    await arrival.discard();
  }
}

/** The same for a file that has arrived; whoever took it in discards what isn't kept of it. */
export async function keepArrival(storage: Storage, arrival: Arrival, described: Described): Promise<NewMedia> {
  const { alt, credit = '', consent = '', id = newId() } = described;
  const filename = safeName(described.filename);
  return { id, filename, alt, credit, consent, ...(await keepFiles(storage, arrival, described)) };
}

/** Keeps what an item consists of: every size of a picture, a film or a sound as it is. */
export async function keepFiles(
  storage: Storage,
  arrival: Arrival,
  shape: Pick<Described, 'width' | 'height'> = {},
): Promise<StoredFile> {
  if (arrival.bytes === 0) refuse(400, 'This file is empty. Choose another, or save it again first.');
  const recognised = recognise(arrival.head);
  if (isHeic(arrival.head)) {
    refuse(415, 'This is a HEIC picture, which browsers don’t show. Save it as JPEG, then send that.');
  }
  if (!recognised || recognised.kind === 'document') {
    return refuse(415, 'This isn’t a picture, a film or a sound that we can show.');
  }
  const { kind, contentType } = recognised;
  if (kind === 'image') {
    if (arrival.bytes > largestPicture)
      refuse(413, 'This picture is larger than 60 MB. Save it smaller, then try again.');
    return keepPicture(storage, arrival.path);
  }
  const { key, bytes } = await arrival.keep();
  const [width, height] = kind === 'audio' ? [0, 0] : [shape.width ?? 1280, shape.height ?? 720];
  return { kind, contentType, width, height, sizes: [{ width, height, key, bytes }], placeholder: '' };
}

async function keepPicture(storage: Storage, path: string): Promise<StoredFile> {
  const picture = await preparePicture(path);
  const sizes: StoredFile['sizes'] = [];
  for (const size of picture.sizes) {
    const { key, bytes } = await storage.put(size.bytes);
    sizes.push({ width: size.width, height: size.height, key, bytes });
  }
  const { width, height, placeholder } = picture;
  return { kind: 'image', contentType: 'image/webp', width, height, sizes, placeholder };
}
