/**
 * sharp, fetched when the first picture is worked on: a site that only hands pictures out does without its 22 MB. One
 * thread to a picture and nothing kept of it: the pages keep the rest of a small machine.
 */
export async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
