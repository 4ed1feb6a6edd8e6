import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isNearEitherEnd } from '#platform/shared/pictures.ts';
import { formatPosition, getPictureIndexForKey, listLoadedPositions, wrapIndex } from './positions.ts';

describe('a gallery first fetches the pictures at its ends', () => {
  it('a gallery fetches five pictures from each end first', () => {
    const first = Array.from({ length: 60 }, (_, index) => index).filter((index) => isNearEitherEnd(index, 60));
    expect(first).toEqual([0, 1, 2, 3, 4, 55, 56, 57, 58, 59]);
  });

  it('a gallery of ten pictures or fewer fetches all of them first', () => {
    for (const count of [1, 9, 10]) {
      expect(Array.from({ length: count }, (_, index) => isNearEitherEnd(index, count))).not.toContain(false);
    }
  });

  it('a gallery counts its positions from 1', () => {
    expect(formatPosition(11, 60)).toBe('12 of 60');
  });
});

describe('the full-screen view loads the pictures around the open one', () => {
  it('the full-screen view loads five pictures on either side, wrapping round at the ends', () => {
    expect(listLoadedPositions(100, 200).map(({ index }) => index)).toEqual([
      95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105,
    ]);
    expect(listLoadedPositions(1, 200).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 196, 197, 198, 199]);
  });

  it('the distance between a picture and the open picture is measured the shorter way round', () => {
    expect(Object.fromEntries(listLoadedPositions(0, 200).map(({ index, steps }) => [index, steps]))).toMatchObject({
      0: 0,
      1: 1,
      199: 1,
      195: 5,
    });
  });

  it('the full-screen view has at most eleven pictures: none twice, and always the open one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), (count, some) => {
        const current = some % count;
        const loaded = listLoadedPositions(current, count).map(({ index }) => index);
        expect(loaded.length).toBe(Math.min(11, count));
        expect(new Set(loaded).size).toBe(loaded.length);
        expect(loaded).toContain(current);
        expect(loaded.every((index) => index >= 0 && index < count)).toBe(true);
      }),
    );
  });

  it('the arrow keys move past both ends, and Home and End jump to the first and last picture', () => {
    expect(getPictureIndexForKey('ArrowLeft', 0, 60)).toBe(59);
    expect(getPictureIndexForKey('ArrowRight', 59, 60)).toBe(0);
    expect(getPictureIndexForKey('Home', 30, 60)).toBe(0);
    expect(getPictureIndexForKey('End', 30, 60)).toBe(59);
  });

  it('the full-screen view leaves all other keys to the browser', () => {
    for (const key of ['a', 'Enter', 'Escape', 'ArrowUp', 'toString']) {
      expect(getPictureIndexForKey(key, 3, 60)).toBeUndefined();
    }
  });

  it('moving forward and back in the full-screen view returns to the same picture', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 400 }),
        fc.nat(),
        fc.integer({ min: -900, max: 900 }),
        (count, some, by) => {
          const current = some % count;
          expect(wrapIndex(wrapIndex(current + by, count) - by, count)).toBe(current);
        },
      ),
    );
  });
});
