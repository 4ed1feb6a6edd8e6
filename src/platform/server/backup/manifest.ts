import { z } from 'zod';
import { formatCount } from '../feature/feature.ts';

// A backup is a zip archive:
//   callboard.json      the list of contents, written last
//   rows/TABLE.jsonl    a line with the columns' names, then a line for each row
//   files/KEY           pictures, videos and documents; the key is the SHA-256 of the bytes
//   secret              SECRET, which encrypts the site's data key; only if it is stored in the data folder

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** A backup's table of contents. */
export const BackupManifest = z.object({
  format: z.literal(1),
  /**
   * The version of Callboard that made the backup (or that the data is from, if that is newer), and the time of the
   * backup.
   */
  version: z.string(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Each table with the number of its rows and the SHA-256 of its part of the backup. */
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256 })),
  files: z.int(),
  /** Files that were deleted for good while the backup was being made. Their parts of the backup are empty. */
  gone: z.array(sha256),
  has_secret: z.boolean(),
});
export type BackupManifest = z.infer<typeof BackupManifest>;

/** Formats how much a backup contains: "1,234 rows and 56 files". */
export const formatBackupCounts = ({ tables, files }: Pick<BackupManifest, 'tables' | 'files'>): string => {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${formatCount(rows, 'row', 'rows')} and ${formatCount(files, 'file', 'files')}`;
};

export const manifestPartName = 'callboard.json';
export const secretPartName = 'secret';
export const formatRowsPartName = (table: string): string => `rows/${table}.jsonl`;
export const formatFilePartName = (key: string): string => `files/${key}`;

/** Returns the key of the file that a part of a backup contains; undefined for parts that aren't files. */
export const parseFileKey = (name: string): string | undefined => /^files\/([0-9a-f]{64})$/.exec(name)?.[1];

/**
 * Thrown if a backup or its off-site copy can't be made, stored or read, or its keys can't be used. The message is
 * shown to the person who ran the command.
 */
export class BackupError extends Error {}
