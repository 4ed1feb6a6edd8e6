/** The file can't be used at all; `message` is one sentence for the person who chose it. Nothing has changed. */
export class CsvFault extends Error {}

export interface Headings<Column extends string> {
  /** As the file writes them. */
  names: string[];
  /** The column of each meaning, from 0. */
  places: Map<Column, number>;
  /** Headings that we don't know; their cells are ignored. */
  unused: string[];
}

const folded = (heading: string) =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Finds columns by what they mean: each under its own name, or another that it goes by. Names are compared without case,
 * blanks, dashes or underscores.
 */
export function columnsOf<Column extends string>(meanings: Readonly<Record<Column, readonly string[]>>) {
  const byName = new Map<string, Column>();
  for (const column of Object.keys(meanings) as Column[]) {
    for (const name of [column, ...meanings[column]]) byName.set(folded(name), column);
  }
  return {
    meant: (heading: string): Column | undefined => byName.get(folded(heading)),
    /**
     * Matches the headings of a file by meaning. Those in `ours` are no columns that somebody would miss.
     * @throws CsvFault when two columns mean the same
     */
    place(names: string[], ours: readonly string[] = []): Headings<Column> {
      const places = new Map<Column, number>();
      const unused: string[] = [];
      names.forEach((name, place) => {
        const column = byName.get(folded(name));
        const earlier = column === undefined ? undefined : places.get(column);
        if (earlier !== undefined) {
          throw new CsvFault(
            `Two columns both mean the ${column}: “${names[earlier]}” and “${name}”. Take one out and try again.`,
          );
        }
        if (column !== undefined) places.set(column, place);
        else if (name !== '' && !ours.includes(name.toLowerCase())) unused.push(name);
      });
      return { names, places, unused };
    },
  };
}
