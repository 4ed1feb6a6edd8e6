import { readInternalSetting } from '#features/society/settings/server/index.ts';
import type { DbReader } from '#platform/server/database/index.ts';

/** The internal setting that holds the time of the last test email. */
export const lastTestMailSetting = 'test mail left';

/** Returns true once a test email has been sent. */
export const hasSentTestMail = async (db: DbReader): Promise<boolean> =>
  (await readInternalSetting(db, lastTestMailSetting)) !== undefined;
