import { describe, expect, it } from 'vitest';
import { detectSwipe } from './swipe.ts';

const phone = 390;
const moved = (by: number, within: number) =>
  detectSwipe({ x: 200, at: 1000 }, { x: 200 + by, at: 1000 + within }, phone);

describe('a finger on a picture', () => {
  it('turns to the next by moving left, and to the previous by moving right', () => {
    expect(moved(-120, 200)).toBe('next');
    expect(moved(120, 200)).toBe('previous');
  });

  it('has to move more than a thousandth of the width in a millisecond', () => {
    expect(detectSwipe({ x: 0, at: 0 }, { x: 100, at: 100 }, 1000)).toBeNull();
    expect(detectSwipe({ x: 0, at: 0 }, { x: 101, at: 100 }, 1000)).toBe('previous');
  });

  it('turns nothing with a tap, a rest or a slow movement', () => {
    expect(moved(2, 90)).toBeNull();
    expect(moved(0, 50)).toBeNull();
    expect(moved(-300, 900)).toBeNull();
  });

  it('turns nothing if there is nothing to measure', () => {
    expect(moved(-200, 0)).toBeNull();
    expect(moved(-200, -5)).toBeNull();
    expect(detectSwipe({ x: 0, at: 0 }, { x: 50, at: 10 }, 0)).toBeNull();
  });
});
