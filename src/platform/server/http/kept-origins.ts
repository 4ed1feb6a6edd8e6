/** This machine, its name at home and in the village hall, and some to spare. */
const mostOrigins = 8;
const unused = 60 * 60_000;

/**
 * Whether answers made for an origin are kept. Without PUBLIC_URL a site goes by whatever name it is asked by, and who
 * invents names would fill the room of the pages that people read: the first few have a place, which is lost after an
 * hour without use. The others are answered each time anew.
 */
export function keptOrigins(publicUrl: string): (origin: string, now: number) => boolean {
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
