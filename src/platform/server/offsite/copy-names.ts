import type { Instant } from '#platform/shared/dates/dates.ts';
import { getWeek } from '../backup/backup-retention.ts';

/**
 * The folders of a store, in which copies are kept for different times: the store deletes them by a rule for each
 * folder, because the site has no right to delete.
 */
export const copyFolders = ['daily', 'weekly', 'monthly'] as const;
export type CopyFolder = (typeof copyFolders)[number];

export interface CopyName {
  folder: CopyFolder;
  /** The time at which the backup was made, to the second. */
  madeAt: Instant;
}

const shape = /^(daily|weekly|monthly)\/callboard-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.zip\.age$/;

/** Formats the name of a copy: `daily/callboard-20261122T032000Z.zip.age`. */
export const formatCopyName = ({ folder, madeAt }: CopyName): string =>
  `${folder}/callboard-${madeAt.slice(0, 19).replaceAll(/[-:]/g, '')}Z.zip.age`;

/** Parses the name of a copy. Returns undefined for any other text, because a store can list anything. */
export function parseCopyName(name: string): CopyName | undefined {
  const [, folder, year, month, date, hour, minute, second] = shape.exec(name) ?? [];
  if (!folder) return undefined;
  const madeAt = `${year}-${month}-${date}T${hour}:${minute}:${second}.000Z`;
  const time = Date.parse(madeAt);
  if (Number.isNaN(time) || new Date(time).toISOString() !== madeAt) return undefined;
  return { folder: folder as CopyFolder, madeAt };
}

/** Returns the folder for a new copy: the first of each month is monthly, the first of each other week is weekly. */
export function chooseCopyFolder(madeAt: Instant, existing: readonly CopyName[]): CopyFolder {
  const others = existing.filter((copy) => copy.madeAt < madeAt);
  const inMonth = others.some((copy) => copy.folder === 'monthly' && copy.madeAt.slice(0, 7) === madeAt.slice(0, 7));
  if (!inMonth) return 'monthly';
  const weekOf = (at: Instant) => getWeek(at.slice(0, 10));
  const inWeek = others.some((copy) => copy.folder !== 'daily' && weekOf(copy.madeAt) === weekOf(madeAt));
  return inWeek ? 'daily' : 'weekly';
}
