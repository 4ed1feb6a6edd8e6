import type { NewShow } from '../../../incoming-show.ts';
import { formatPartialDate } from '../../../partial-dates.ts';
import { getFirstDate } from '../../../run.ts';

type Identified = Pick<NewShow, 'title' | 'company' | 'first_date' | 'first_date_precision'>;

/** Folds a text. All quotes become the same: an archive typed over eighty years has ’ and ' in the same play. */
const fold = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\|/g, '/')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Computes the key that identifies a show of an archive by title, first performance as precisely as it is known, and
 * company. It becomes the show's `import_key` and is stored permanently, so its computation may never change.
 */
export function computeImportKey(show: Identified): string {
  return [fold(show.title), formatPartialDate(getFirstDate(show)), fold(show.company)]
    .filter((part) => part !== '')
    .join(' | ');
}
