import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns, liveView }) {
    // Which covers, banners and recordings of shows it was when it was deleted, so that restoring puts it back there
    await addColumns('media_with_deleted', { artwork_of: column.text() });
    await liveView('media');
  },
};
