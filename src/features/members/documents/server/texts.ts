import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { manageDocsPath } from './pages.ts';

/** The text above Member Docs, for finding the pictures in it. */
export const findDocsText = async (db: DbReader) => [
  { text: (await readSettings(db)).docsText, where: 'Member Docs', href: manageDocsPath },
];
