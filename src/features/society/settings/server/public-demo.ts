import type { DbReader } from '#platform/server/database/index.ts';
import { readInternalSetting } from './settings-store.ts';

/** The note that marks the database of a public demo. */
export const publicDemoNote = 'publicDemo';

/** Returns true for the database of a demo whose accounts strangers share. */
export const isPublicDemo = async (db: DbReader): Promise<boolean> =>
  (await readInternalSetting(db, publicDemoNote)) !== undefined;

export const sharedAccountsMessage = 'Everybody shares the accounts of this demo, so this is switched off here.';
