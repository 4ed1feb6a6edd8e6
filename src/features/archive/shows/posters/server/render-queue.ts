import { refuse } from '#platform/server/http/errors/http-error.ts';

/**
 * Creates a queue that renders pictures one at a time, so that a crawler requesting all of them doesn't slow the pages
 * down. Each version is rendered once for all requests, and the `cacheSize` most recently used are cached. A picture
 * that isn't final is rendered again on the next request.
 * @returns a function that renders a version, or refuses with 503 while `maxQueued` pictures are waiting or being rendered
 */
export function createRenderQueue<Picture extends { isFinal: boolean }>({
  cacheSize,
  maxQueued,
}: {
  cacheSize: number;
  maxQueued: number;
}) {
  /** The pictures that are rendered, or waiting to be, by version; least recently requested first. */
  const rendered = new Map<string, Promise<Picture>>();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  return async function oncePerVersion(version: string, draw: () => Promise<Picture>): Promise<Picture> {
    const known = rendered.get(version);
    if (!known && waiting >= maxQueued) {
      refuse(503, 'We’re busy making pictures at the moment. Please try again in a few minutes.');
    }
    const picture = known ?? last.then(draw, draw);
    rendered.delete(version);
    rendered.set(version, picture);
    if (known !== undefined) return known;
    last = picture;
    waiting += 1;
    picture
      .then(
        ({ isFinal }) => isFinal || rendered.delete(version),
        () => rendered.delete(version),
      )
      .finally(() => {
        waiting -= 1;
      });
    for (const oldest of rendered.keys()) {
      if (rendered.size <= cacheSize) break;
      rendered.delete(oldest);
    }
    return picture;
  };
}
