import { type RenderTarget, renderPlainText } from '#platform/shared/markdown/parser.ts';
import { WorkerTaskError } from '../background/worker-pool.ts';

interface CachedText {
  html: Promise<string>;
  /** The timer of the next attempt to render a text that timed out. */
  trying?: NodeJS.Timeout;
}

interface LongTextOptions {
  /** The maximum number of texts in the cache. */
  most: number;
  /**
   * The time in milliseconds after which a text that couldn't be rendered in time is tried again. The pause doubles
   * each time.
   */
  pause: number;
  longestPause: number;
}

type Render = (source: string, wanted: RenderTarget, again: boolean) => Promise<string>;

/**
 * Creates an LRU cache of rendered long texts. A text that times out is shown as plain text. Because the machine may
 * only have been busy, the text is retried in the background with back-off for as long as it is cached.
 */
export function createLongTextCache(render: Render, { most, pause, longestPause }: LongTextOptions) {
  const cache = new Map<string, CachedText>();
  let rerenderedCount = 0;

  function forget(key: string): void {
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
        tryLater(key, place, Math.min(after * 2, longestPause), attempt);
      }
    }, after).unref();
  }

  return {
    render(source: string, wanted: RenderTarget): Promise<string> {
      const key = `${JSON.stringify(wanted)} ${source}`;
      const known = cache.get(key);
      const place: CachedText = known ?? { html: Promise.resolve('') };
      cache.delete(key);
      cache.set(key, place);
      for (const oldest of cache.keys()) {
        if (cache.size <= most) break;
        forget(oldest);
      }
      if (!known) {
        place.html = render(source, wanted, false).catch((fault: unknown) => {
          if (!(fault instanceof WorkerTaskError)) throw fault;
          // If too many texts were waiting, the next visit tries again
          if (fault.reason === 'crowded') forget(key);
          else tryLater(key, place, pause, () => render(source, wanted, true));
          return renderPlainText(source, wanted);
        });
      }
      return place.html;
    },
    /** Counts the texts that have been rendered after they were first shown as typed. */
    rerenderedCount: () => rerenderedCount,
  };
}
