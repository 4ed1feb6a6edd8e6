import { useLayoutEffect } from 'react';
import { useNavigationSnapshot } from './hooks.ts';
import { findElementToFocus, type ScrollPosition, type ScrollPositionStore } from './scroll-positions.ts';

/**
 * After each navigation, scrolls to the top and focuses the page's heading. If the URL names a part of the page, or the
 * reader returns, goes to that part or to the earlier position instead.
 */
export function useScrollAndFocus(places: ScrollPositionStore | null): void {
  const { arrival } = useNavigationSnapshot();
  useLayoutEffect(() => {
    if (arrival.by === 'first-view' || places === null) return undefined;
    const place = arrival.by === 'history' ? places.get(arrival.entry) : undefined;
    if (place) return returnTo(place);
    const named = namedBy(location.hash);
    if (!named) window.scrollTo({ top: 0, behavior: 'instant' });
    named?.scrollIntoView({ behavior: 'instant' });
    focusOn(named ?? mainHeading());
    return undefined;
  }, [arrival, places]);
}

/**
 * Returns to a position. Space for pictures and long lists is reserved before they are drawn, so a page reaches its old
 * length within a frame or two. Gives up after a third of a second, because somebody who has begun to scroll must not
 * be pulled back.
 */
function returnTo(place: ScrollPosition): () => void {
  let frames = 20;
  let next = 0;
  const settle = () => {
    window.scrollTo({ top: place.top, behavior: 'instant' });
    frames -= 1;
    if (frames > 0 && Math.abs(window.scrollY - place.top) > 1) next = requestAnimationFrame(settle);
  };
  settle();
  focusOn(findElementToFocus(place.focus) ?? mainHeading());
  return () => cancelAnimationFrame(next);
}

function namedBy(hash: string): HTMLElement | null {
  if (hash.length < 2) return null;
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    return null; // the URL contains a lone %
  }
}

function focusOn(element: HTMLElement | null): void {
  if (element === null) return;
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) element.setAttribute('tabindex', '-1');
  element.focus({ preventScroll: true });
}

const mainHeading = () => document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
