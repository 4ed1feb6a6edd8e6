import { minute } from '#platform/shared/dates/durations.ts';
import { createWorkerPool, type WorkerPoolOptions, WorkerTaskError } from '../background/worker-pool.ts';
import { refuse } from '../http/errors/http-error.ts';
import type { IncomingFile } from '../storage/storage.ts';
import type { DrawingTask } from './drawing-process.ts';
import type {
  PictureRejection,
  PreparedPicture,
  PreparePictureResult,
  PreparePictureTask,
  RewritePictureResult,
  RewritePictureTask,
} from './picture-process.ts';

export type { PreparedPicture };

/**
 * The limits of the picture process. A picture of 60 megapixels takes 6 s on an idle machine. The process takes 60 MB
 * of memory, and ends when it isn't needed.
 */
const limits: WorkerPoolOptions = { as: 'process', taskTimeoutMs: 120_000, maxHeapMb: 512, maxQueuedPerUser: 20 };

/**
 * Only one picture is open at a time, because an open picture takes far more memory than its file. Users take turns.
 */
const runInPictureProcess = createWorkerPool<
  PreparePictureTask | RewritePictureTask,
  PreparePictureResult | RewritePictureResult
>(new URL('./picture-process.ts', import.meta.url), limits);

async function runPictureTask<Made>(
  task: PreparePictureTask | RewritePictureTask,
  sender: string,
): Promise<Made | PictureRejection> {
  try {
    // Each kind of task has its own type of result
    return (await runInPictureProcess(task, sender)) as Made | PictureRejection;
  } catch (fault) {
    if (!(fault instanceof WorkerTaskError)) throw fault;
    if (fault.reason === 'several')
      refuse(429, 'Your earlier pictures are still being processed. Upload this one when they’ve finished.');
    if (fault.reason === 'crowded')
      refuse(503, 'We’re processing a lot of pictures at the moment. Try again in a few minutes.');
    return { refused: 'unreadable' };
  }
}

/**
 * Re-encodes the picture in a file. Only our own encoding is ever shown, so nothing hidden in the file is passed on.
 * Works on one picture at a time, in a separate process (picture-process.ts).
 *
 * @param isPortrait true for a portrait, which has a small square and one larger size
 *
 * @throws HttpError 415 for anything but a whole picture of a known kind, 413 for a picture of more than 60 megapixels
 * (25 as HEIC), 429 if too many pictures of its sender are waiting, 503 if too many pictures are waiting in all
 */
export async function preparePicture(
  { path, sender }: Pick<IncomingFile, 'path' | 'sender'>,
  { isPortrait = false }: { isPortrait?: boolean | undefined } = {},
): Promise<PreparedPicture> {
  const prepared = await runPictureTask<PreparedPicture>({ path, isPortrait }, sender);
  if (!('refused' in prepared)) return prepared;
  if (prepared.refused === 'too many pixels') {
    return refuse(413, 'This picture has more than 60 megapixels (25 for HEIC). Make it smaller and try again.');
  }
  return refuse(415, 'We can’t open this picture. Open it on your device and save it as JPEG, then upload that.');
}

/**
 * Rewrites the picture in a file in the format `as`, as another file, without the camera's metadata. A GIF isn't
 * changed, but must be readable.
 *
 * @returns true if another file was written, false if the picture can stay as it is, or the reason why there is no
 * picture
 *
 * @throws HttpError 429 if too many pictures of its sender are waiting, 503 if too many pictures are waiting in all
 */
export async function rewritePicture(
  picture: RewritePictureTask,
  sender: string,
): Promise<boolean | PictureRejection['refused']> {
  const rewritten = await runPictureTask<Exclude<RewritePictureResult, PictureRejection>>(picture, sender);
  return 'refused' in rewritten ? rewritten.refused : rewritten.written;
}

/**
 * Renders a drawing of ours, which may be as large as a poster. Drawings are rendered one at a time in a separate
 * process. In the server's own process, the library would take 20 MB for as long as the site runs.
 *
 * @throws WorkerTaskError if the drawing can't be rendered
 */
export const renderDrawing = createWorkerPool<DrawingTask, Buffer>(new URL('./drawing-process.ts', import.meta.url), {
  as: 'process',
  taskTimeoutMs: minute,
  maxHeapMb: 256,
});
