import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FITTED_ZOOM,
  fitSize,
  isSecondTap,
  isSwipeToDismiss,
  isTap,
  panBy,
  pinchZoom,
  toggleZoomAt,
  zoomAt,
  zoomByKey,
} from './zoom.ts';

const stage = { width: 400, height: 600 };
const room = { stage, picture: fitSize(stage, { width: 1600, height: 1200 }) };

describe('a picture in the full-screen view can be zoomed', () => {
  it('a picture is fitted into the screen as a whole, and is never enlarged to fit', () => {
    expect(room.picture).toEqual({ width: 400, height: 300 });
    expect(fitSize(stage, { width: 200, height: 100 })).toEqual({ width: 200, height: 100 });
  });

  it('a double tap enlarges a picture at that point, and the next double tap resets it', () => {
    const close = toggleZoomAt(FITTED_ZOOM, { x: 100, y: 40 }, room);
    expect(close.scale).toBe(2.5);
    expect(close.x).toBe(-150);
    expect(toggleZoomAt(close, { x: 0, y: 0 }, room)).toEqual(FITTED_ZOOM);
  });

  it('a picture grows with the distance between two fingers and follows them', () => {
    const grown = pinchZoom(
      FITTED_ZOOM,
      [
        { x: -50, y: 0 },
        { x: 50, y: 0 },
      ],
      [
        { x: -150, y: 0 },
        { x: 150, y: 0 },
      ],
      room,
    );
    expect(grown.scale).toBe(3);
    const moved = pinchZoom(
      grown,
      [
        { x: -50, y: 0 },
        { x: 50, y: 0 },
      ],
      [
        { x: 0, y: 10 },
        { x: 100, y: 10 },
      ],
      room,
    );
    expect(moved).toEqual({ scale: 3, x: 50, y: 10 });
    const back = pinchZoom(
      grown,
      [
        { x: -150, y: 0 },
        { x: 150, y: 0 },
      ],
      [
        { x: -20, y: 0 },
        { x: 20, y: 0 },
      ],
      room,
    );
    expect(back).toEqual(FITTED_ZOOM);
  });

  it('an enlarged picture has one to five times its size, and fills the screen if possible', () => {
    const place = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer({ min: -900, max: 900 }) });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.float({ min: 0, max: 20, noNaN: true }), place, place)), (steps) => {
        let zoom = FITTED_ZOOM;
        for (const [factor, at, by] of steps) zoom = panBy(zoomAt(zoom, factor, at, room), by, room);
        expect(zoom.scale).toBeGreaterThanOrEqual(1);
        expect(zoom.scale).toBeLessThanOrEqual(5);
        expect(Math.abs(zoom.x)).toBeLessThanOrEqual(Math.max(0, (400 * zoom.scale - 400) / 2));
        expect(Math.abs(zoom.y)).toBeLessThanOrEqual(Math.max(0, (300 * zoom.scale - 600) / 2));
      }),
    );
  });

  it('the keyboard enlarges, shrinks, resets and moves a picture', () => {
    const larger = zoomByKey('+', FITTED_ZOOM, room);
    expect(larger?.scale).toBe(1.5);
    expect(larger && zoomByKey('-', larger, room)).toEqual(FITTED_ZOOM);
    expect(larger && zoomByKey('0', larger, room)).toEqual(FITTED_ZOOM);
    expect(larger && zoomByKey('ArrowRight', larger, room)?.x).toBe(-80);
  });

  it('an arrow key doesn’t move a picture that is shown whole, and other keys do nothing', () => {
    expect(zoomByKey('ArrowRight', FITTED_ZOOM, room)).toBeUndefined();
    expect(zoomByKey('constructor', { scale: 2, x: 0, y: 0 }, room)).toBeUndefined();
  });
});

describe('lifting a finger from a picture closes it only after a vertical drag', () => {
  it('a long or fast vertical drag closes the picture', () => {
    expect(isSwipeToDismiss({ x: 10, y: 150 }, 900, 600)).toBe(true);
    expect(isSwipeToDismiss({ x: 0, y: -150 }, 900, 600)).toBe(true);
    expect(isSwipeToDismiss({ x: 0, y: 60 }, 60, 600)).toBe(true);
  });

  it('a short, slow or sideways movement leaves the picture open', () => {
    expect(isSwipeToDismiss({ x: 0, y: 60 }, 900, 600)).toBe(false);
    expect(isSwipeToDismiss({ x: 0, y: 8 }, 4, 600)).toBe(false);
    expect(isSwipeToDismiss({ x: 200, y: 150 }, 100, 600)).toBe(false);
  });

  it('a finger lifted without moving is a tap, and two taps close together are a double tap', () => {
    expect(isTap({ x: 3, y: 4 }, 120)).toBe(true);
    expect(isTap({ x: 30, y: 0 }, 120)).toBe(false);
    expect(isSecondTap({ x: 10, y: 5 }, 200)).toBe(true);
    expect(isSecondTap({ x: 10, y: 5 }, 600)).toBe(false);
  });
});
