import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildQrPath } from './qr-code.tsx';

test('the outline of a QR code covers each dark square once, and no light square', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.boolean(), { maxLength: 12 }), { maxLength: 12 }), (rows) => {
      const drawn = new Set<string>();
      let squares = 0;
      for (const [, x, y, wide] of buildQrPath(rows).matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
        for (let at = Number(x); at < Number(x) + Number(wide); at++, squares++) drawn.add(`${at} ${y}`);
      }
      const dark = rows.flatMap((row, y) => row.flatMap((is, x) => (is ? [`${x} ${y}`] : [])));
      expect([...drawn].sort()).toEqual(dark.sort());
      expect(squares).toBe(dark.length);
    }),
  );
});
