/** A reader's position on a page: how far down, and the focused element. */
export interface ScrollPosition {
  top: number;
  focus: { id: string } | { href: string; nth: number } | null;
}

/** The maximum number of stored positions and pages. Nobody goes back further, and a phone can store this many. */
export const maxStoredVisits = 40;

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
export function findElementToFocus(focus: ScrollPosition['focus']): HTMLElement | null {
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
