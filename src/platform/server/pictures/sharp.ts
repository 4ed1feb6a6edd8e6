/**
 * Loads sharp on first use, because a site that only serves pictures doesn't need its 22 MB. It uses one thread and no
 * cache, because pages need the rest of a small machine.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
