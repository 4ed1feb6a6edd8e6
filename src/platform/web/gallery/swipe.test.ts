import { describe, expect, it } from 'vitest';
import { detectSwipe } from './swipe.ts';

const phone = 390;
const moved = (by: number, within: number) =>
  detectSwipe({ x: 200, at: 1000 }, { x: 200 + by, at: 1000 + within }, phone);

describe('a swipe changes to the next or the previous picture', () => {
  it('a swipe to the left shows the next picture, to the right the previous one', () => {
    expect(moved(-120, 200)).toBe('next');
    expect(moved(120, 200)).toBe('previous');
  });

  it('a swipe changes the picture only if it is faster than a thousandth of the width per millisecond', () => {
    expect(detectSwipe({ x: 0, at: 0 }, { x: 100, at: 100 }, 1000)).toBeNull();
    expect(detectSwipe({ x: 0, at: 0 }, { x: 101, at: 100 }, 1000)).toBe('previous');
  });

  it('a tap, a resting finger or a slow movement doesn’t change the picture', () => {
    expect(moved(2, 90)).toBeNull();
    expect(moved(0, 50)).toBeNull();
    expect(moved(-300, 900)).toBeNull();
  });

  it('a swipe without a duration or a screen width doesn’t change the picture', () => {
    expect(moved(-200, 0)).toBeNull();
    expect(moved(-200, -5)).toBeNull();
    expect(detectSwipe({ x: 0, at: 0 }, { x: 50, at: 10 }, 0)).toBeNull();
  });
});
