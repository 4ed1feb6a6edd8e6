import type { TableDifference } from '#platform/server/backup/compare-backup.ts';
import { formatCount } from '#platform/server/feature/admin-todos.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { findRowName, rowNames } from './row-names.ts';

const order = Object.keys(rowNames);

const positionOf = (table: string) => {
  const index = order.indexOf(table);
  return index < 0 ? order.length : index;
};

/**
 * Formats what a restore would undo, for the person who has to decide about it.
 * @param isSameVersion false if the present data has been upgraded since the backup
 */
export function formatDifferences(differences: readonly TableDifference[], isSameVersion: boolean): string {
  const sorted = differences.toSorted((a, b) => positionOf(a.table) - positionOf(b.table));
  const list = (heading: string, count: (difference: TableDifference) => number, withMoney = false) => {
    const lines = sorted.flatMap((difference) => {
      const name = findRowName(difference.table);
      const number = count(difference);
      if (!name || number === 0) return [];
      const money = withMoney && name.amount ? `, ${formatMoney(difference.amount)} in all` : '';
      return [`  ${formatCount(number, name.one, name.many)}${money}\n`];
    });
    return lines.length > 0 ? `${heading}\n${lines.join('')}` : '';
  };
  const found =
    list('Added since the backup, and gone after a restore:', ({ added }) => added, true) +
    list('Changed since, and as in the backup again after a restore:', ({ changed }) => changed) +
    list('Deleted or erased since, and back after a restore:', ({ removed }) => removed);
  const upgraded = isSameVersion
    ? ''
    : 'Changes aren’t counted, because an upgrade since the backup has changed rows too.\n';
  return `${found || 'Nothing that is counted has been added or deleted since the backup.\n'}${upgraded}Not counted: sign-ins, passkeys, roles, emails, the audit log and the program’s own records.`;
}
