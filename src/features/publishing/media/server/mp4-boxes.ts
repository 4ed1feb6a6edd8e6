import { buffer } from 'node:stream/consumers';
import type { Arrival } from '#platform/server/storage/disk-storage.ts';

/** The maximum number of parts of a file that are read. A video's description is among the first or last few parts. */
const mostBoxes = 1000;

/**
 * Returns true if a file of the MP4 family has what a player needs: a description (`moov`, or `moof` for each fragment)
 * and data (`mdat`). An interrupted recording or download leaves a header without them.
 */
export async function hasMp4Content({ open, bytes }: Pick<Arrival, 'open' | 'bytes'>): Promise<boolean> {
  const found = new Set<string>();
  let start = 0;
  for (let count = 0; count < mostBoxes && start + 8 <= bytes; count += 1) {
    const head = await buffer(await open({ start, end: Math.min(start + 15, bytes - 1) }));
    const name = head.toString('latin1', 4, 8);
    found.add(name === 'moof' ? 'moov' : name);
    if (found.has('moov') && found.has('mdat')) return true;
    const short = head.readUInt32BE(0);
    // 0 means "to the end of the file"; 1 means that a longer number follows
    const size = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short;
    if (size < 8) return false;
    start += size;
  }
  return false;
}
