import { stringify } from 'csv-stringify/sync';
import { generateLargeArchive } from './large-society.ts';

/**
 * Builds a spreadsheet like those that societies keep. Its headers, gaps and date precisions follow the real archive of
 * 999 shows, whose file we may not distribute. A third of the dates are only a year, half are a month; half the rows
 * name a director.
 */
export function buildCsvArchive(rows: number): string {
  const dated = (date: string, n: number) => date.slice(0, n % 6 < 2 ? 4 : n % 6 < 5 ? 7 : 10);
  return stringify(
    [...generateLargeArchive(rows)].map((show, n) => {
      const [first, second] = show.credits.filter((credit) => credit.kind === 'crew');
      return {
        title: show.title,
        subtitle: '',
        author: n % 20 === 0 ? `by ${show.author}` : '',
        director: n % 2 === 0 ? (first?.person ?? '') : '',
        'stage manager': n % 9 === 0 ? `${first?.person}/${second?.person}` : '',
        'first performance': dated(show.first_date, n),
        'last performance': dated(show.date, n),
        venue: n % 5 < 3 ? show.venue : '',
        company: show.company,
        cancelled: n % 333 === 332 ? 'yes' : '',
      };
    }),
    { header: true },
  );
}
