import { hour } from '#platform/shared/durations.ts';

/** This machine, its name at home and in the village hall, and some to spare. */
const mostOrigins = 8;
const unused = hour;

/**
 * Returns a function that decides if responses for an origin are cached. Without PUBLIC_URL a site answers to any name,
 * and somebody who invents names could push the pages that people read out of the cache. So only the first few names
 * have a place, which they lose after an hour without use. Responses for other names are made each time.
 */
export function cachedOrigins(publicUrl: string): (origin: string, now: number) => boolean {
  const places = new Map<string, number>();
  return (origin, now) => {
    if (publicUrl) return true;
    if (!places.has(origin) && places.size >= mostOrigins) {
      for (const [other, last] of places) if (now - last > unused) places.delete(other);
      if (places.size >= mostOrigins) return false;
    }
    places.set(origin, now);
    return true;
  };
}
