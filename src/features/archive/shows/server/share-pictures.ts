import { Readable } from 'node:stream';
import type { Download } from '#platform/server/http/routes/download.ts';
import { renderDrawing } from '#platform/server/pictures/drawings.ts';
import {
  computeShowShareImageVersion,
  computeSocietyShareImageVersion,
  createRenderQueue,
  drawPoster,
  drawShowShareImage,
  drawSocietyShareImage,
  POSTER_AREA,
  type PosterSubject,
} from '../posters/server/index.ts';
import { toPosterSubject } from './posters.ts';

/** Returns the URL of a show's picture for shared links. A changed picture has a new URL. */
export const buildShowSharePath = (...of: Parameters<typeof toPosterSubject>): string =>
  `/share/${of[0].id}/${computeShowShareImageVersion(toPosterSubject(...of))}.jpg`;

/** Returns the URL of the picture for shared links to every page without a picture of its own. */
export const buildSocietySharePath = (society: string): string =>
  `/share/site/${computeSocietyShareImageVersion(society)}.jpg`;

/** The queue holds up to ten seconds of rendering. */
const oncePerVersion = createRenderQueue<SharePicture>({ cacheSize: 200, mostQueued: 40 });

interface SharePicture {
  bytes: Buffer;
  isFinal: boolean;
}

async function drawShow(show: PosterSubject): Promise<SharePicture> {
  const poster = await drawPoster(show);
  const image = await drawShowShareImage(show);
  const bytes = await renderDrawing({ svg: image.svg, as: 'jpeg', onTop: { svg: poster.svg, ...POSTER_AREA } });
  return { bytes, isFinal: poster.isFinal && image.isFinal };
}

async function drawSociety(society: string): Promise<SharePicture> {
  const { svg, isFinal } = await drawSocietyShareImage(society);
  return { bytes: await renderDrawing({ svg, as: 'jpeg' }), isFinal };
}

/** Returns the picture as a file. The URL of an older version returns the present picture, without permanent caching. */
async function asFile(
  name: string,
  version: string,
  wantedVersion: string,
  draw: () => Promise<SharePicture>,
): Promise<Download> {
  const { bytes, isFinal } = await oncePerVersion(version, draw);
  return {
    contentType: 'image/jpeg',
    size: bytes.length,
    // A picture that isn't final has a version of its own, so that browsers don't take it for the final picture
    version: isFinal ? version : `${version}-`,
    open: (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
    filename: `${name}.jpg`,
    disposition: 'inline',
    cachePolicy: isFinal && wantedVersion === `${version}.jpg` ? 'never' : 'perhaps',
  };
}

export const renderShowShareFile = (show: PosterSubject, version: string): Promise<Download> =>
  asFile(show.title, computeShowShareImageVersion(show), version, () => drawShow(show));

export const renderSocietyShareFile = (society: string, version: string): Promise<Download> =>
  asFile(society, computeSocietyShareImageVersion(society), version, () => drawSociety(society));
