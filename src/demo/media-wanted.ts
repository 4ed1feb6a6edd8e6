import { readNote, removeSetting, writeNote } from '#features/society/server/index.ts';
import type { Reading, Writing } from '#platform/server/database/index.ts';
import type { CalendarDate } from '#platform/shared/dates.ts';

/**
 * Stands among the settings while the demo's pictures and files are still to be made; its value is the day the demo was
 * opened on. Gone once they are there, so that what an admin then takes away never comes back.
 */
const NOTE = 'demoMediaWanted';

export const noteMediaWanted = (tx: Writing, day: CalendarDate): Promise<void> => writeNote(tx, NOTE, day);

export const mediaWanted = (db: Reading): Promise<CalendarDate | undefined> => readNote(db, NOTE);

export const mediaComplete = (tx: Writing): Promise<void> => removeSetting(tx, NOTE);
