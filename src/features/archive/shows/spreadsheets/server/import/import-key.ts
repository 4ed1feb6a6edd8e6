import type { NewShow } from '../../../fields.ts';
import { formatPartialDate } from '../../../partial-dates.ts';
import { getFirstDate } from '../../../run.ts';

type Identified = Pick<NewShow, 'title' | 'company' | 'first_date' | 'first_date_precision'>;

/**
 * Folds a text. Curly and straight quotes become the same, because an archive typed over eighty years has both ’ and '
 * in the title of the same play.
 */
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
 * Computes the key that identifies a show of an archive by its title, its company and its first performance, as
 * precisely as known. The key becomes the show's `import_key` and is stored permanently, so its computation may never
 * change.
 */
export function computeImportKey(show: Identified): string {
  return [fold(show.title), formatPartialDate(getFirstDate(show)), fold(show.company)]
    .filter((part) => part !== '')
    .join(' | ');
}

/** The field that distinguishes two shows with the same import key. */
export type DistinguishingField = 'season' | 'venue' | 'director';

type Distinct = Pick<NewShow, 'season' | 'venue'> & {
  credits: readonly Pick<NewShow['credits'][number], 'person' | 'role'>[];
};

const distinguish: Record<DistinguishingField, (show: Distinct) => string> = {
  season: ({ season }) => fold(season),
  venue: ({ venue }) => fold(venue),
  director: ({ credits }) =>
    credits
      .flatMap(({ person, role }) => (fold(role) === 'director' ? [fold(person)] : []))
      .sort()
      .join(' & '),
};
const differences = Object.keys(distinguish) as DistinguishingField[];

/** Finds a field that both shows have, with different values; undefined if there is none. */
export const findDistinguishingField = (one: Distinct, other: Distinct): DistinguishingField | undefined =>
  differences.find((difference) => {
    const [a, b] = [distinguish[difference](one), distinguish[difference](other)];
    return a !== '' && b !== '' && a !== b;
  });

/** Returns the import key of a show that differs from another only in season, venue or director. */
export const extendImportKey = (show: Identified & Distinct, difference: DistinguishingField): string =>
  `${computeImportKey(show)} | ${difference} ${distinguish[difference](show)}`;

/** Lists a show's extended import keys: one for each of season, venue and director that the show has. */
export const listExtendedImportKeys = (show: Identified & Distinct): string[] =>
  differences
    .filter((difference) => distinguish[difference](show) !== '')
    .map((difference) => extendImportKey(show, difference));
