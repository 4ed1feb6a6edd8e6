import type { View } from './screen-types.ts';
import { mostPositions } from './scroll-positions.ts';

/** The pages of the latest visits, for going back to them at once. */
export class VisitedPages {
  readonly #pages = new Map<string, Pick<View, 'page' | 'screen'>>();

  get = (visit: string): Pick<View, 'page' | 'screen'> | undefined => this.#pages.get(visit);

  keep({ visit, page, screen }: View): void {
    this.#pages.delete(visit);
    this.#pages.set(visit, { page, screen });
    const oldest = this.#pages.keys().next();
    if (this.#pages.size > mostPositions && !oldest.done) this.#pages.delete(oldest.value);
  }

  forget = (): void => this.#pages.clear();
}
