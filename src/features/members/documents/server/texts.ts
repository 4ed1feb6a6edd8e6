import { readSettings } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';
import { manageDocsPath } from './pages.ts';

/** Returns the text above Member Docs, so that the pictures in it can be found. */
export const findDocsText = async (db: DbReader) => [
  { text: (await readSettings(db)).docsText, where: 'Member Docs', href: manageDocsPath },
];
