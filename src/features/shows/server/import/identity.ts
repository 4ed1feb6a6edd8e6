import type { NewShow } from '../../incoming-show.ts';
import { firstOf } from '../../run.ts';
import { writeDate } from '../../written-dates.ts';

type Identified = Pick<NewShow, 'title' | 'company' | 'first_date' | 'first_date_precision'>;

/** Quotes are one sort of quote: an archive typed over eighty years knows ’ and ' for the same play. */
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
 * Which show of an archive this is: title, first performance as far as it is known, and company. It becomes a show's
 * `import_key` and is kept for ever, so the way it is made may not change.
 */
export function identity(show: Identified): string {
  return [fold(show.title), writeDate(firstOf(show)), fold(show.company)].filter((part) => part !== '').join(' | ');
}
