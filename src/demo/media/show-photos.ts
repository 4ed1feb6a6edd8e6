import { readFile } from 'node:fs/promises';
import { findShowSummary, listShowCredits, setShowMedia } from '#features/archive/shows/server/index.ts';
import { replaceBlogContentByTitle } from '#features/publishing/blog/server/index.ts';
import { insertFiles, storeFile } from '#features/publishing/files/server/index.ts';
import {
  addMediaToShow,
  addToAlbum,
  buildMediaUrl,
  createAlbum,
  findAlbum,
  insertMedia,
  replacePeopleTags,
  storeMediaFiles,
} from '#features/publishing/media/server/index.ts';
import { replacePostContent } from '#features/publishing/posts/server/index.ts';
import { readSettings, saveSettings } from '#features/society/settings/server/index.ts';
import { createWorkerPool } from '#platform/server/background/worker-pool.ts';
import { deriveId } from '#platform/server/crypto/ids.ts';
import type { DbTransaction } from '#platform/server/database/index.ts';
import type { FileStorage } from '#platform/server/storage/storage.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';
import {
  buildMemberDocuments,
  renderAccessGuide,
  renderAuditionPack,
  renderCommitteeMinutes,
  renderNewMembersGuide,
  renderRehearsalSchedule,
} from '../files/documents.ts';
import { buildDemoShowId } from '../people/ids.ts';
import { buildBlogIllustrations } from '../society/blog.ts';
import {
  AUDITIONS_POST_TITLE,
  auditionPicture,
  buildDemoPostId,
  buildDemoPosts,
  CALL_SHEET_POST_TITLE,
  FRONT_PAGE_POST_TITLE,
  MINUTES_POST_TITLE,
} from '../society/posts.ts';
import { aboutPictures, buildAboutTextWithPictures, demoSettings } from '../society/settings.ts';
import {
  addPictureToText,
  albums,
  banners,
  type DemoPicture,
  getPictureFileName,
  readDrawing,
} from './pictures/pictures.ts';
import type { renderAsPhotograph } from './pictures/raster.ts';

const program = new URL('./pictures/raster-process.ts', import.meta.url);
const limits = { as: 'process', taskTimeoutMs: 120_000, maxHeapMb: 256 } as const;
const rasteriseInProcess = createWorkerPool<Parameters<typeof renderAsPhotograph>, Buffer>(program, limits);

/**
 * Media or files that belong together. They are created first and then added in one write, so that cached pages don't
 * expire too often.
 */
export interface DemoMediaBatch {
  /** The id of one of the item's rows, which exists once the item has been added. */
  id: string;
  of: 'media' | 'file';
  /**
   * Creates the item's files, which takes time and touches no table.
   * @throws the signal's reason if the signal is aborted between two pictures
   */
  make: (signal?: AbortSignal) => Promise<(tx: DbTransaction) => Promise<void>>;
}

/**
 * Yields the demo's media in the order in which to create them: first those that people see first.
 *
 * @param day the day the demo was opened on
 * @param draw makes a photograph of a drawing
 */
export function* listDemoMedia(
  storage: FileStorage,
  day: CalendarDate,
  now: string,
  draw: typeof renderAsPhotograph = (...task) => rasteriseInProcess(task),
): Generator<DemoMediaBatch> {
  const [first] = banners;
  if (first) yield bannerOf(first);
  yield files();
  yield introduction();
  yield audition();
  for (const { title, picture, content } of buildBlogIllustrations()) {
    yield {
      ...one(picture),
      make: async () => {
        const item = await photograph(picture);
        return async (tx) => {
          await insertMedia(tx, [item], { now });
          await replaceBlogContentByTitle(tx, title, content);
        };
      },
    };
  }
  for (const album of albums) {
    const { pictures } = album;
    // A long album is added in two parts, so that the sidebar has photographs before all of them are finished
    for (const part of pictures.length > 10 ? [pictures.slice(0, 6), pictures.slice(6)] : [pictures]) {
      yield photographs(buildDemoShowId(album.show), part);
    }
    if (album === albums[0]) yield* filmAndRecording(buildDemoShowId(album.show));
  }
  for (const banner of banners.slice(1)) yield bannerOf(banner);

  function one({ id }: DemoPicture) {
    return { id, of: 'media' } as const;
  }

  async function photograph(picture: DemoPicture) {
    const { id, alt, faded = false } = picture;
    const content = await draw(await readDrawing(picture), { faded });
    return storeMediaFiles(storage, { id, filename: getPictureFileName(picture), alt, content });
  }

  function introduction(): DemoMediaBatch {
    return {
      id: aboutPictures[0]?.id ?? '',
      of: 'media',
      make: async () => {
        const items: Awaited<ReturnType<typeof photograph>>[] = [];
        for (const picture of aboutPictures) items.push(await photograph(picture));
        return async (tx) => {
          await insertMedia(tx, items, { now });
          // A text that somebody has written in the meantime is kept
          const { about } = await readSettings(tx);
          if (about === demoSettings.about) await saveSettings(tx, { about: buildAboutTextWithPictures() });
        };
      },
    };
  }

  function audition(): DemoMediaBatch {
    return {
      ...one(auditionPicture),
      make: async () => {
        const item = await photograph(auditionPicture);
        const call = buildDemoPosts(day).find(({ id }) => id === buildDemoPostId(AUDITIONS_POST_TITLE));
        return async (tx) => {
          await insertMedia(tx, [item], { now });
          if (call) await replacePostContent(tx, call.id, addPictureToText(call.content, auditionPicture));
        };
      },
    };
  }

  function photographs(show: string, pictures: readonly DemoPicture[]): DemoMediaBatch {
    return {
      id: pictures[0]?.id ?? '',
      of: 'media',
      make: async (signal) => {
        const items: Awaited<ReturnType<typeof photograph>>[] = [];
        for (const picture of pictures) {
          signal?.throwIfAborted();
          items.push(await photograph(picture));
        }
        return async (tx) => {
          if (!(await isInDemo(tx, show))) return;
          await insertMedia(tx, items, { now });
          await addMediaToShow(
            tx,
            show,
            pictures.map(({ id, caption = '' }) => ({ id, caption })),
            '',
          );
          await tagBowingCast(tx, show, pictures);
          if (recent.has(show)) await addToShowAlbum(tx, show, pictures, now);
        };
      },
    };
  }

  function bannerOf({ show, picture }: (typeof banners)[number]): DemoMediaBatch {
    return {
      ...one(picture),
      make: async () => {
        const item = await photograph(picture);
        return async (tx) => {
          await insertMedia(tx, [item], { now });
          await setShowMedia(tx, buildDemoShowId(show), { banner: buildMediaUrl(item) });
        };
      },
    };
  }

  function* filmAndRecording(show: string): Generator<DemoMediaBatch> {
    const film = {
      id: deriveId('film: the lamp and the door'),
      filename: 'the-door.mp4',
      width: 640,
      height: 360,
    };
    yield {
      id: film.id,
      of: 'media',
      make: async () => {
        const alt =
          'A dark stage. A lamp comes up, a door opens, and a figure in a bowler hat stands in the light. No sound';
        const item = await storeMediaFiles(storage, { ...film, alt, content: await asset('the-door.mp4') });
        return async (tx) => {
          await insertMedia(tx, [item], { now });
          await addMediaToShow(tx, show, [{ id: film.id, caption: 'The trailer: eight seconds, without a word.' }], '');
        };
      },
    };
    const recording = {
      id: deriveId('recording: on the radio'),
      filename: 'an-inspector-calls-on-the-radio.mp3',
    };
    yield {
      id: recording.id,
      of: 'media',
      make: async () => {
        const alt =
          'A telephone rings twice; a voice announces An Inspector Calls at Lanternside Hall; it rings once more';
        const item = await storeMediaFiles(storage, { ...recording, alt, content: await asset('on-the-radio.mp3') });
        return async (tx) => {
          await insertMedia(tx, [item], { now });
          await setShowMedia(tx, show, { radio_audio: buildMediaUrl(item) });
        };
      },
    };
  }

  function files(): DemoMediaBatch {
    const sent = [
      { name: 'Access guide and hall plan.pdf', content: renderAccessGuide(), member_docs: 'public' as const },
      { name: 'A guide to the first month.pdf', content: renderNewMembersGuide(), member_docs: 'public' as const },
      {
        name: 'Access guide and hall plan.pdf',
        content: renderAccessGuide(),
        post_id: buildDemoPostId(FRONT_PAGE_POST_TITLE),
      },
      { name: 'Audition pack.pdf', content: renderAuditionPack(day), post_id: buildDemoPostId(AUDITIONS_POST_TITLE) },
      {
        name: 'Rehearsal schedule.pdf',
        content: renderRehearsalSchedule(day),
        post_id: buildDemoPostId(CALL_SHEET_POST_TITLE),
      },
      {
        name: 'Committee minutes.pdf',
        content: renderCommitteeMinutes(day),
        post_id: buildDemoPostId(MINUTES_POST_TITLE),
      },
    ].map((file) => ({ ...file, id: deriveId(`file: ${file.name} ${file.post_id ?? 'documents'}`) }));
    const forMembers = buildMemberDocuments(day).map(({ at, ...file }) => ({
      at,
      file: { ...file, id: deriveId(`file: ${file.name}`) },
    }));
    return {
      id: sent[0]?.id ?? '',
      of: 'file',
      make: async () => {
        const stored: Awaited<ReturnType<typeof storeFile>>[] = [];
        for (const file of sent) stored.push(await storeFile(storage, file));
        const papers = await Promise.all(
          forMembers.map(async ({ at, file }) => ({ at, file: await storeFile(storage, file) })),
        );
        return async (tx) => {
          await insertFiles(tx, stored, { now });
          for (const { at, file } of papers) {
            const { show_id } = file;
            if (show_id === null || (await isInDemo(tx, show_id))) await insertFiles(tx, [file], { now: at });
          }
        };
      },
    };
  }
}

/** The shows whose photographs are also added to an album of the media library, for people who manage the media. */
const recent = new Set(albums.slice(0, 3).map((album) => buildDemoShowId(album.show)));

/** Returns false for a show that isn't in this demo, for example because it was added to the demo's data later. */
const isInDemo = async (tx: DbTransaction, show: string) => (await findShowSummary(tx, show)) !== undefined;

/** Tags the whole cast in the picture of the bow, if it is one of `pictures`. */
async function tagBowingCast(tx: DbTransaction, show: string, pictures: readonly DemoPicture[]): Promise<void> {
  const bow = pictures.find(({ bows }) => bows);
  const cast = (await listShowCredits(tx, show)).filter(({ kind }) => kind === 'cast');
  if (bow)
    await replacePeopleTags(
      tx,
      bow.id,
      cast.map(({ id }) => id),
    );
}

async function addToShowAlbum(
  tx: DbTransaction,
  show: string,
  pictures: readonly DemoPicture[],
  now: string,
): Promise<void> {
  const id = deriveId(`album: ${show}`);
  const title = (await findShowSummary(tx, show))?.title ?? '';
  if (!(await findAlbum(tx, id))) await createAlbum(tx, { id, name: `${title}: the dress rehearsal`, by: '' }, now);
  const ids = pictures.map((picture) => picture.id);
  await addToAlbum(tx, id, { ids, by: '' });
}

const asset = (name: string) => readFile(new URL(`assets/${name}`, import.meta.url));
