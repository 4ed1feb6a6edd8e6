import { type Figure, formatFigure, meetsTarget } from './figures.ts';

/** The figures of one run, with its time, commit and machine. */
export interface Run {
  at: string;
  /** The measured commit as `git describe` names it, with "+" if files had changed since. */
  commit: string;
  machine: { node: string; cpu: string; cores: number; memory: number };
  /** The figures by scenario. */
  results: Readonly<Record<string, { title: string; figures: readonly Figure[] }>>;
}

/** Formats a figure's target; "" if it has none. */
export function formatTarget({ atMost, atLeast, unit }: Figure): string {
  if (atMost !== undefined) return `≤ ${formatFigure({ value: atMost, unit })}`;
  return atLeast === undefined ? '' : `≥ ${formatFigure({ value: atLeast, unit })}`;
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** Formats a run: its date, commit and machine, then a table of its figures. Figures without a target are left out. */
export function formatRun({ at, commit, machine: { node, cpu, cores, memory }, results }: Run): string {
  const rows = Object.entries(results).flatMap(([name, { title, figures }]) => {
    const aimed = figures.filter((figure) => meetsTarget(figure) !== undefined);
    if (aimed.length === 0) return [];
    return [
      `| **${cell(title)}** (\`${name}\`) | | | |`,
      ...aimed.map(
        (figure) =>
          `| ${cell(figure.name)} | ${formatFigure(figure)} | ${formatTarget(figure)} | ${meetsTarget(figure) ? 'yes' : '**no**'} |`,
      ),
    ];
  });
  return [
    `Taken on ${at.slice(0, 10)} at commit \`${commit}\`: ${cell(cpu)}, ${cores} cores, ${formatFigure({ value: memory, unit: '' })} GB, Node ${node}.`,
    '',
    '| what | measured | target | met |',
    '|---|---:|---:|---|',
    ...rows,
  ].join('\n');
}

const [begin, end] = ['<!-- figures -->', '<!-- end of figures -->'];

/**
 * Returns the page with a new table between its two marks.
 *
 * @throws if the page has no marks
 */
export function replaceTable(page: string, table: string): string {
  const [from, until] = [page.indexOf(begin), page.indexOf(end)];
  if (from < 0 || until < from) throw new Error(`The page needs two lines: ${begin} and ${end}`);
  return `${page.slice(0, from + begin.length)}\n${table}\n${page.slice(until)}`;
}
