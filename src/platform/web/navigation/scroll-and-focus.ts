import { useLayoutEffect } from 'react';
import { useNavigationSnapshot } from './hooks.ts';
import { maxStoredVisits } from './snapshot.ts';

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

/**
 * A reader's position on a page: the distance from the top in pixels, and the focused element; null if there is none
 * that could be found again.
 */
interface ScrollPosition {
  top: number;
  focus: { id: string } | { href: string; nth: number } | null;
}

const stored = 'callboard.places';

/** The reader's positions by history entry. They survive a reload, as the history itself does. */
export class ScrollPositionStore {
  #places: Map<string, ScrollPosition>;

  constructor() {
    this.#places = new Map(read());
    window.addEventListener('pagehide', () => write([...this.#places]));
  }

  save(entry: string): void {
    this.#places.delete(entry);
    this.#places.set(entry, { top: window.scrollY, focus: focused() });
    const oldest = this.#places.keys().next();
    if (this.#places.size > maxStoredVisits && !oldest.done) this.#places.delete(oldest.value);
  }

  get(entry: string): ScrollPosition | undefined {
    return this.#places.get(entry);
  }
}

/** Returns the element that a position names, if the page still has it. */
function findElementToFocus(focus: ScrollPosition['focus']): HTMLElement | null {
  if (focus === null) return null;
  if ('id' in focus) return document.getElementById(focus.id);
  return linksTo(focus.href)[focus.nth] ?? null;
}

function focused(): ScrollPosition['focus'] {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  if (element.id !== '') return { id: element.id };
  const href = element.getAttribute('href');
  return href === null ? null : { href, nth: linksTo(href).indexOf(element) };
}

const linksTo = (href: string) =>
  [...document.querySelectorAll<HTMLElement>('a[href]')].filter((link) => link.getAttribute('href') === href);

function read(): [string, ScrollPosition][] {
  try {
    return JSON.parse(sessionStorage.getItem(stored) ?? '[]');
  } catch {
    return []; // storage may be disabled; a reload then forgets the positions
  }
}

function write(places: [string, ScrollPosition][]): void {
  try {
    sessionStorage.setItem(stored, JSON.stringify(places));
  } catch {
    // Storage may be disabled or full; a reload then forgets the positions
  }
}
