import { createInternalSetting, deleteSetting, readInternalSetting } from '#features/society/settings/server/index.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { CalendarDate } from '#platform/shared/dates/dates.ts';

/**
 * The name of an internal setting that exists while the demo's pictures and files still have to be created; its value
 * is the day on which the demo was opened. It is deleted once they exist. Otherwise files that an admin deletes would
 * be created again.
 */
const MEDIA_PENDING_SETTING = 'demoMediaWanted';

export const markMediaPending = (tx: DbTransaction, day: CalendarDate): Promise<void> =>
  createInternalSetting(tx, MEDIA_PENDING_SETTING, day);

export const findDemoDayIfMediaPending = (db: DbReader): Promise<CalendarDate | undefined> =>
  readInternalSetting(db, MEDIA_PENDING_SETTING);

export const clearMediaPending = (tx: DbTransaction): Promise<void> => deleteSetting(tx, MEDIA_PENDING_SETTING);
