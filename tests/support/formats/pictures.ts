import sharp from 'sharp';
import { showPath } from '#features/archive/shows/paths.ts';
import { createShows } from '#features/archive/shows/server/index.ts';
import {
  addMediaToShow,
  buildMediaUrl,
  insertMedia,
  storeMediaFiles,
} from '#features/publishing/media/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import { plainShow } from '../society/factories.ts';

/** Draws a lamp on a dark stage. Each number gives a different light. The third picture is portrait. */
function drawStageLight(number: number): Promise<Buffer> {
  const [width, height] = number === 3 ? [480, 720] : [720, 480];
  const hue = (number * 47) % 360;
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="l" cx="${20 + ((number * 13) % 60)}%" cy="40%"><stop stop-color="hsl(${hue} 70% 70%)"/><stop offset="1" stop-color="hsl(${hue} 45% 9%)"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#l)"/><rect y="85%" width="100%" height="15%" fill="#140d0b"/></svg>`,
    ),
  )
    .png()
    .toBuffer();
}

/** Creates a minute of silence, with 8,000 one-byte samples a second. */
function createSilence(): Buffer {
  const samples = Buffer.alloc(480_000, 128);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

/** A file that begins like a video, but is incomplete. */
const brokenVideo = Buffer.concat([
  Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x87, 0x42, 0x82, 0x84]),
  Buffer.from('webm'),
  Buffer.alloc(200),
]);

/**
 * Creates a show that ended yesterday, with this many photographs, a banner, a recording and a video that won't play.
 * Returns the show's path.
 */
export async function createShowWithPictures(db: Database, storage: FileStorage, photos: number): Promise<string> {
  const keep = (filename: string, content: Buffer, alt: string) => storeMediaFiles(storage, { filename, content, alt });
  const pictures: Awaited<ReturnType<typeof keep>>[] = [];
  for (let number = 1; number <= photos; number += 1) {
    pictures.push(await keep(`light ${number}.png`, await drawStageLight(number), `Lamp ${number} on an empty stage`));
  }
  const banner = await keep('banner.png', await drawStageLight(71), 'Curtain');
  const sound = await keep('interview.wav', createSilence(), 'Interview');
  const film = await keep('trailer.webm', brokenVideo, 'The trailer');
  const now = new Date();
  const yesterday = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
  const id = newId();
  const title = 'The Lantern Hour';

  await write(db, async (tx) => {
    await insertMedia(tx, [...pictures, banner, sound, film], { now: now.toISOString() });
    const show = {
      ...plainShow,
      id,
      title,
      first_date: yesterday,
      date: yesterday,
      banner: buildMediaUrl(banner),
      radio_audio: buildMediaUrl(sound),
    };
    await createShows(tx, [show], { now: now.toISOString() });
    const items = [...pictures, film].map((item, index) => ({
      id: item.id,
      caption: index === 0 ? 'The first light' : '',
    }));
    await addMediaToShow(tx, id, items, '');
  });
  return showPath({ id, title });
}
