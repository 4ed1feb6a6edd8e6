import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRange } from '../routes/download.ts';

test.each([
  [undefined, 'whole'],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=100-', 'beyond'],
  ['bytes=-0', 'beyond'],
  ['bytes=5-2', 'whole'],
  ['bytes=0-1,4-5', 'whole'],
  ['lines=1-2', 'whole'],
  ['bytes=-', 'whole'],
])('the range header %s for a file of 100 bytes gives %o', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

test('no range returns a byte outside the file', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(), fc.nat(), fc.nat({ max: 1000 }), (text, from, to, size) => {
      for (const header of [text, `bytes=${text}`, `bytes=${from}-${to}`, `bytes=-${from}`]) {
        const range = parseRange(header, size);
        if (typeof range === 'string') continue;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.start).toBeLessThanOrEqual(range.end);
        expect(range.end).toBeLessThan(size);
      }
    }),
  );
});
