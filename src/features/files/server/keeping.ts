import { Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import { safeName } from '../../../platform/server/http/download.ts';
import { refuse } from '../../../platform/server/http/refusal.ts';
import type { Upload } from '../../../platform/server/http/uploads.ts';
import { newId } from '../../../platform/server/ids.ts';
import { loadSharp } from '../../../platform/server/sharp.ts';
import type { Arrival, Storage } from '../../../platform/server/storage.ts';
import { isHeic } from '../../media/kinds.ts';
import { whyNotTaken } from '../taking.ts';
import { typeOfFile } from './recognising.ts';
import type { NewFile } from './store.ts';

export interface SentFile {
  name: string;
  content: Buffer;
  /** The show or the post it belongs to; one with neither is for nobody until `member_docs` says for whom. */
  show_id?: string | null;
  post_id?: string | null;
  member_docs?: NewFile['member_docs'];
  /** The same id for the same thing, where it must be called the same each time it is made. */
  id?: string;
}

/** A file that is as it will be kept, and isn't yet. */
interface ReadyFile {
  name: string;
  content_type: string;
  arrival: Arrival;
}

/** As sharp writes each type again. A GIF, which carries nothing of its maker's whereabouts, stays as it is and moves. */
const rewritten: Record<string, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.jpeg({ quality: 90 }),
  'image/png': (picture) => picture.png(),
  'image/webp': (picture) => picture.webp({ quality: 90 }),
  'image/avif': (picture) => picture.avif({ quality: 60, effort: 1 }),
};

const mostPixels = 60_000_000;

/**
 * Keeps a file's bytes and answers the row to record: the file first, the row second, so that a row never points at
 * nothing.
 * @throws Refusal 400 for an empty file, 415 for a picture that can't be read
 */
export async function keepFile(storage: Storage, sent: SentFile): Promise<NewFile> {
  const { id = newId(), show_id = null, post_id = null, member_docs = 'no' } = sent;
  const arrival = await storage.receive(Readable.from([sent.content]));
  try {
    const { name, content_type, arrival: ready } = await readyFile(storage, sent.name, arrival);
    const { key, bytes } = await ready.keep();
    return { id, name, content_type, bytes, storage_key: key, show_id, post_id, member_docs };
  } finally {
    await arrival.discard();
  }
}

/**
 * Keeps all of several files that members sent, or none of them.
 * @throws Refusal 400 and 415, which say of which file and why
 */
export async function keepUploads(
  storage: Storage,
  uploads: readonly Upload[],
  place: { show_id?: string; post_id?: string },
): Promise<NewFile[]> {
  const ready: ReadyFile[] = [];
  try {
    for (const { name, arrival } of uploads) {
      if (isHeic(arrival.head))
        refuse(
          415,
          `“${safeName(name)}” is a HEIC picture, which browsers don’t show. Save it as JPEG, then send that.`,
        );
      const file = await readyFile(storage, name, arrival);
      ready.push(file);
      const why = whyNotTaken(file.name, file.content_type);
      if (why !== '') refuse(415, why);
    }
    const kept: NewFile[] = [];
    for (const { name, content_type, arrival } of ready) {
      const { key, bytes } = await arrival.keep();
      const { show_id = null, post_id = null } = place;
      kept.push({ id: newId(), name, content_type, bytes, storage_key: key, show_id, post_id, member_docs: 'no' });
    }
    return kept;
  } finally {
    for (const { arrival } of ready) await arrival.discard();
  }
}

/** Of a picture we keep what is seen and not what the camera wrote into it, such as where it was taken. */
async function readyFile(storage: Storage, sentName: string, arrival: Arrival): Promise<ReadyFile> {
  const name = safeName(sentName);
  if (arrival.bytes === 0) refuse(400, `“${name}” is empty. Choose another file, or save this one again first.`);
  const content_type = await typeOfFile(arrival, name);
  const rewrite = rewritten[content_type];
  if (content_type === 'image/gif') await inTurn(() => seeThat(name, arrival));
  if (!rewrite) return { name, content_type, arrival };
  return { name, content_type, arrival: await inTurn(() => withoutTraces(storage, name, arrival, rewrite)) };
}

async function opened({ path }: Arrival): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(path, { limitInputPixels: mostPixels, failOn: 'truncated' });
}

const noPicture = (name: string) =>
  refuse(415, `“${name}” can’t be opened as a picture, or is larger than 60 megapixels. Save it again, smaller.`);

async function withoutTraces(
  storage: Storage,
  name: string,
  arrival: Arrival,
  rewrite: (picture: Sharp) => Sharp,
): Promise<Arrival> {
  const picture = (await opened(arrival)).rotate();
  const content = await rewrite(picture)
    .toBuffer()
    .catch(() => noPicture(name));
  return storage.receive(Readable.from([content]));
}

/** Sees that a picture which is kept as it is can be shown: its first letters alone make none. */
async function seeThat(name: string, arrival: Arrival): Promise<void> {
  await (await opened(arrival))
    .resize(8)
    .toBuffer()
    .catch(() => noPicture(name));
}

let lastInLine: Promise<unknown> = Promise.resolve();

/** One picture at a time: an open one takes far more room than its file. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastInLine.then(work, work);
  lastInLine = turn.catch(() => undefined);
  return turn;
}
