import type { ImportReport } from './command.ts';

/** A terminal holds so many lines; the rest is in the file of refused rows. */
const mostRefusals = 50;

const count = (number: number, one: string, many = `${one}s`) =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;

/** The report of an import for the person at the terminal. */
export function importReport(report: ImportReport): string {
  return [figures(report), refusals(report), near(report), unused(report)].filter((part) => part !== '').join('\n\n');
}

function figures({ file, dryRun, rows, shows, here, cancelled, persons, credits }: ImportReport): string {
  const lines = [
    `${file}: ${count(rows, 'row')} read`,
    `  shows      ${count(shows, 'new one')}${cancelled > 0 ? `, ${cancelled.toLocaleString('en-GB')} of them cancelled` : ''}`,
    `  left alone ${count(here, 'show')} already here`,
    `  people     ${count(persons, 'new one')}`,
    `  credits    ${count(credits, 'new one')}`,
  ];
  return [...lines, ...(dryRun ? ['This was a dry run: nothing has been changed.'] : [])].join('\n');
}

function refusals({ refused, rejectedFile, dryRun }: ImportReport): string {
  if (refused.length === 0) return '';
  const shown = refused.slice(0, mostRefusals);
  const kept = rejectedFile === '' ? '' : ` and kept in ${rejectedFile}, to be mended there and imported`;
  const unkept =
    rejectedFile === '' && !dryRun ? ['  They could not be kept in a file: its folder may not be written to.'] : [];
  const more = refused.length - shown.length;
  return [
    `${count(refused.length, 'row')} refused${kept}:`,
    ...unkept,
    ...shown.map(({ line, column, reason }) => `  line ${line}, ${column}: ${reason}`),
    ...(more > 0 ? [`  and ${more.toLocaleString('en-GB')} more`] : []),
  ].join('\n');
}

function near({ nearNames }: ImportReport): string {
  if (nearNames.length === 0) return '';
  const pairs = nearNames.map(([a, b]) => `  ${a} / ${b}`);
  return [`${count(nearNames.length, 'pair')} of near names, kept as different people:`, ...pairs].join('\n');
}

function unused({ unused }: ImportReport): string {
  return unused.length === 0 ? '' : `Columns that were not used: ${unused.join(', ')}`;
}
