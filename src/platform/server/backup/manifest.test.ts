import { expect, test } from 'vitest';
import { formatBackupCounts } from './manifest.ts';

test.each([
  [[1], 1, 'one row and one file'],
  [[1200, 34], 0, '1,234 rows and 0 files'],
])('a backup with %j rows in its tables and %i files is described as “%s”', (rows, files, description) => {
  const tables = rows.map((count, at) => ({ name: `table${at}`, rows: count, sha256: '' }));
  expect(formatBackupCounts({ tables, files })).toBe(description);
});
