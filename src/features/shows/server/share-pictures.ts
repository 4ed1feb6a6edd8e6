import { Readable } from 'node:stream';
import type { Sharp } from 'sharp';
import type { Download } from '#platform/server/http/download.ts';
import { loadSharp } from '#platform/server/pictures/sharp.ts';
import { drawingQueue } from './drawing-queue.ts';
import { type PosterSubject, poster } from './poster/poster.ts';
import { HANGING, showShare, showShareVersion, societyShare, societyShareVersion } from './poster/share.ts';
import { posterSubject } from './posters.ts';

/** The address of a show's picture for shared links. A changed picture has a new address. */
export const showShareAddress = (...of: Parameters<typeof posterSubject>): string =>
  `/share/${of[0].id}/${showShareVersion(posterSubject(...of))}.jpg`;

/** The same for every other page. */
export const societyShareAddress = (society: string): string => `/share/site/${societyShareVersion(society)}.jpg`;

/** Ten seconds' worth of drawing may be queued. */
const oncePerVersion = drawingQueue({ cacheSize: 200, mostQueued: 40 });

async function drawShow(show: PosterSubject): Promise<Buffer> {
  const sharp = await loadSharp();
  const { left, top, width, height } = HANGING;
  const drawn = await sharp(Buffer.from(poster(show)))
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return jpeg(sharp(Buffer.from(showShare(show))).composite([{ input: drawn, left, top }]));
}

async function drawSociety(society: string): Promise<Buffer> {
  const sharp = await loadSharp();
  return jpeg(sharp(Buffer.from(societyShare(society))));
}

const jpeg = (picture: Sharp) => picture.flatten().jpeg({ quality: 86, chromaSubsampling: '4:4:4' }).toBuffer();

/** The picture as a file. At an older version's address the present one is sent, which may change again. */
async function asFile(
  name: string,
  version: string,
  wantedVersion: string,
  draw: () => Promise<Buffer>,
): Promise<Download> {
  const bytes = await oncePerVersion(version, draw);
  return {
    contentType: 'image/jpeg',
    size: bytes.length,
    version,
    open: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    filename: `${name}.jpg`,
    disposition: 'inline',
    changes: wantedVersion === `${version}.jpg` ? 'never' : 'perhaps',
  };
}

export const showShareFile = (show: PosterSubject, version: string): Promise<Download> =>
  asFile(show.title, showShareVersion(show), version, () => drawShow(show));

export const societyShareFile = (society: string, version: string): Promise<Download> =>
  asFile(society, societyShareVersion(society), version, () => drawSociety(society));
