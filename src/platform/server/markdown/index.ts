import { hour, minute } from '#platform/shared/dates/durations.ts';
import { type MarkdownPart, renderMarkdownSync, renderPlainText } from '#platform/shared/markdown/parser.ts';
import { createWorkerPool, type WorkerPoolOptions, WorkerTaskError } from '../background/worker-pool.ts';
import { HttpError } from '../http/errors/http-error.ts';

/**
 * The maximum length, in characters, of a text that is rendered in this thread. Rendering such a text takes 20 ms at
 * worst and usually 2 ms; longer texts are rendered in a worker thread.
 */
const maxInlineLength = 5_000;

/**
 * The limits for rendering one text. The slowest text that somebody can type takes a second on an idle machine; an
 * ordinary text of that length takes 30 ms.
 */
const limits: WorkerPoolOptions = { as: 'thread', taskTimeoutMs: 10_000, maxHeapMb: 256, idleTimeoutMs: 30_000 };

const program = new URL('./thread.ts', import.meta.url);
const renderForPage = createWorkerPool<{ source: string; wanted: MarkdownPart }, string>(program, limits);
/** Previews have a separate thread, so that no page waits for a preview. */
const renderForPreview = createWorkerPool<{ source: string; wanted: MarkdownPart }, string>(program, {
  ...limits,
  maxQueued: 20,
  maxQueuedPerUser: 2,
  maxWaitMs: 20_000,
});

const longText = createLongTextCache(
  (source, wanted, again) => renderForPage({ source, wanted }, again ? 'another try' : ''),
  {
    maxTexts: 100,
    retryPauseMs: 10 * minute,
    maxRetryPauseMs: 6 * hour,
  },
);

/**
 * Counts the long texts that this process first showed as typed, and has rendered since. Pages cached before the number
 * changed are out of date.
 */
export const countRerenderedTexts = longText.countRerendered;

const renderInlineOrQueued = (source: string, wanted: MarkdownPart): Promise<string> =>
  source.length <= maxInlineLength ? renderInThisThread(source, wanted) : longText.render(source, wanted);

async function renderInThisThread(source: string, wanted: MarkdownPart): Promise<string> {
  try {
    return renderMarkdownSync(source, wanted);
  } catch {
    return renderPlainText(source, wanted);
  }
}

/**
 * Renders Markdown as safe HTML. Text beyond 200,000 characters is left out. A text is shown as typed if it takes too
 * long to render, too many texts are waiting, or its HTML would be many times longer.
 */
export const renderMarkdown = (source: string): Promise<string> => renderInlineOrQueued(source, 'whole');

/**
 * Renders the beginning of a Markdown text as safe HTML: whole paragraphs, until there are `length` characters. Returns
 * "" if that is the whole text, or if the text is at most half longer than `length`; the whole text should then be
 * shown.
 */
export const renderMarkdownLead = (source: string, length: number): Promise<string> =>
  renderInlineOrQueued(source, { lead: length });

/** Returns the URLs of this site's own pictures in a Markdown text, at most the first 20. */
export async function listOwnPictureUrls(source: string): Promise<string[]> {
  const urls = source.includes('/media/') ? await renderInlineOrQueued(source, 'pictures') : '';
  return urls === '' ? [] : urls.split('\n');
}

/**
 * Renders a preview of a text that somebody is typing.
 * @throws HttpError 503 if there are too many previews, or this one takes too long
 */
export async function previewMarkdown(source: string, typist: string): Promise<string> {
  if (source.length <= maxInlineLength) return renderInThisThread(source, 'whole');
  try {
    return await renderForPreview({ source, wanted: 'whole' }, typist);
  } catch (fault) {
    if (!(fault instanceof WorkerTaskError)) throw fault;
    throw new HttpError(503, 'The preview is taking too long. Your text is safe: try again in a moment.');
  }
}

interface CachedText {
  html: Promise<string>;
  /** The timer of the next attempt to render a text that wasn't rendered within the limits. */
  trying?: NodeJS.Timeout;
}

interface LongTextOptions {
  /** The maximum number of texts in the cache. */
  maxTexts: number;
  /**
   * The time in milliseconds after which a text that couldn't be rendered in time is tried again. The pause doubles
   * each time.
   */
  retryPauseMs: number;
  maxRetryPauseMs: number;
}

type Render = (source: string, wanted: MarkdownPart, again: boolean) => Promise<string>;

/**
 * Creates an LRU cache of rendered long texts. A text that isn't rendered within the limits is shown as plain text.
 * Because the machine may only have been busy, the text is retried in the background with back-off for as long as it is
 * cached. If too many texts were waiting, it is retried on the next visit instead.
 */
export function createLongTextCache(render: Render, { maxTexts, retryPauseMs, maxRetryPauseMs }: LongTextOptions) {
  const cache = new Map<string, CachedText>();
  let rerenderedCount = 0;

  function evict(key: string): void {
    clearTimeout(cache.get(key)?.trying);
    cache.delete(key);
  }

  function tryLater(key: string, place: CachedText, after: number, attempt: () => Promise<string>): void {
    if (cache.get(key) !== place) return;
    place.trying = setTimeout(async () => {
      try {
        place.html = Promise.resolve(await attempt());
        rerenderedCount += 1;
      } catch {
        tryLater(key, place, Math.min(after * 2, maxRetryPauseMs), attempt);
      }
    }, after).unref();
  }

  return {
    render(source: string, wanted: MarkdownPart): Promise<string> {
      const key = `${JSON.stringify(wanted)} ${source}`;
      const known = cache.get(key);
      const place: CachedText = known ?? { html: Promise.resolve('') };
      cache.delete(key);
      cache.set(key, place);
      for (const oldest of cache.keys()) {
        if (cache.size <= maxTexts) break;
        evict(oldest);
      }
      if (!known) {
        place.html = render(source, wanted, false).catch((fault: unknown) => {
          if (!(fault instanceof WorkerTaskError)) throw fault;
          // If too many texts were waiting, the next visit tries again
          if (fault.reason === 'crowded') evict(key);
          else tryLater(key, place, retryPauseMs, () => render(source, wanted, true));
          return renderPlainText(source, wanted);
        });
      }
      return place.html;
    },
    /** Counts the texts that have been rendered after they were first shown as typed. */
    countRerendered: () => rerenderedCount,
  };
}
