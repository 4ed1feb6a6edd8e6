import type { ByteRange } from '../../storage/disk-storage.ts';

/**
 * The range that a `Range` header asks for of a file of `size` bytes (RFC 9110 §14): one range, or the whole file.
 * Several ranges, another unit or nonsense get the whole, as the standard allows; a range that starts after the end is
 * `beyond`.
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | 'whole' | 'beyond' {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === '' && to === '') return 'whole';
  if (from === '') {
    const last = Math.min(Number(to), size);
    return last === 0 ? 'beyond' : { start: size - last, end: size - 1 };
  }
  const start = Number(from);
  if (to !== '' && Number(to) < start) return 'whole';
  if (start >= size) return 'beyond';
  return { start, end: to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}
