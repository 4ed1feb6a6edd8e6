import { Readable } from 'node:stream';
import { yieldToEventLoop } from '#platform/server/background/event-loop.ts';
import { type DbReader, findPublicRevision } from '#platform/server/database/index.ts';
import type { Download } from '#platform/server/http/routes/download.ts';
import { renderDrawing } from '#platform/server/pictures/pictures.ts';
import {
  assignPosterDesigns,
  computePosterVersion,
  computeShowShareImageVersion,
  computeSocietyShareImageVersion,
  createRenderQueue,
  drawPoster,
  drawShowShareImage,
  drawSocietyShareImage,
  POSTER_AREA,
  type PosterDesign,
  type PosterDesignInput,
  type PosterSubject,
} from '../posters/server/index.ts';
import { formatRun } from '../run.ts';
import { cacheByShows, loadCachedShowIndex } from './archive-index.ts';
import type { ListedShow } from './store.ts';

type Billed = Pick<
  ListedShow,
  'id' | 'title' | 'author' | 'genre' | 'company' | 'date' | 'date_precision' | 'first_date' | 'first_date_precision'
>;

/** The data that default posters need in addition to the show. */
export interface PosterContext {
  /** The society's name, printed on posters of shows without another company. */
  society: string;
  designs: ReadonlyMap<string, PosterDesign>;
}

/** Loads the poster context with another poster number for one show. */
export async function loadPosterPreviewContext(
  db: DbReader,
  society: string,
  one: Pick<PosterDesignInput, 'id' | 'poster_number'>,
) {
  const { inTurn } = await loadCachedShowIndex({ db, revision: await findPublicRevision(db) });
  return {
    society,
    designs: await assignPosterDesigns(inTurn.map((show) => (show.id === one.id ? { ...show, ...one } : show))),
  };
}

/**
 * Loads the design of each show's default poster, which differs from those of nearby shows. The designs are computed
 * again when a show changes.
 */
export async function loadPosterContext(db: DbReader, society: string): Promise<PosterContext> {
  return { society, designs: await loadDesigns({ db, revision: await findPublicRevision(db) }) };
}

const loadDesigns = cacheByShows(
  () => '',
  async (view) => assignPosterDesigns((await loadCachedShowIndex(view)).inTurn),
);

/**
 * Returns the content of a show's default poster. It carries the name of the show's company or, if the show has none,
 * of the society.
 */
export const toPosterSubject = (show: Billed, { society, designs }: PosterContext): PosterSubject => ({
  id: show.id,
  title: show.title,
  author: show.author,
  genre: show.genre,
  society: show.company || society,
  when: formatRun(show),
  ...designs.get(show.id),
});

/** Returns the file name in the poster's URL; only the response under this name may be cached permanently. */
export const buildPosterFileName = (subject: PosterSubject): string => `${computePosterVersion(subject)}.svg`;

/**
 * Returns the URL of a show's picture: its own artwork, otherwise its default poster. A changed poster has a new URL.
 */
export function buildShowPosterUrl(show: Billed & { programme: string }, posters: PosterContext): string {
  return show.programme || `/posters/${show.id}/${buildPosterFileName(toPosterSubject(show, posters))}`;
}

/**
 * Loads the URL of every show's picture, by the show's id. The URLs are computed once after each change of the archive.
 */
export const loadPosterUrls = cacheByShows<
  { db: DbReader; revision: number; society: string },
  ReadonlyMap<string, string>
>(
  ({ society }) => society,
  async (view) => {
    const posters = { society: view.society, designs: await loadDesigns(view) };
    const urls = new Map<string, string>();
    for (const show of (await loadCachedShowIndex(view)).shows) {
      urls.set(show.id, buildShowPosterUrl(show, posters));
      await yieldToEventLoop();
    }
    return urls;
  },
);

/**
 * Returns the path of a show's share image, the picture for links to the show's page. A changed image has a new path.
 */
export const buildShowShareImagePath = (...of: Parameters<typeof toPosterSubject>): string =>
  `/share/${of[0].id}/${computeShowShareImageVersion(toPosterSubject(...of))}.jpg`;

/**
 * Returns the URL of the society's share image, for links to pages without a picture of their own. A changed image has
 * a new URL.
 */
export const buildSocietyShareImagePath = (society: string): string =>
  `/share/site/${computeSocietyShareImageVersion(society)}.jpg`;

/** Up to 40 pictures wait in the queue; rendering them takes up to ten seconds. */
const oncePerVersion = createRenderQueue<SharePicture>({ cacheSize: 200, maxQueued: 40 });

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
async function renderShareFile(
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

export const renderShowShareJpeg = (show: PosterSubject, version: string): Promise<Download> =>
  renderShareFile(show.title, computeShowShareImageVersion(show), version, () => drawShow(show));

export const renderSocietyShareJpeg = (society: string, version: string): Promise<Download> =>
  renderShareFile(society, computeSocietyShareImageVersion(society), version, () => drawSociety(society));
