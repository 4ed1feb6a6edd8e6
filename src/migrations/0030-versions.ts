import { column, type Migration } from '#platform/server/database/index.ts';

const version = () => column.integer({ initially: 1 });

export const migration: Migration = {
  async up(db, { table, addColumns }) {
    // One column, everywhere by one name, says that somebody has saved since
    for (const name of ['show', 'user', 'file', 'deleted_file', 'setting']) {
      await addColumns(name, { version: version() });
    }
    await db.schema.alterTable('media').renameColumn('version', 'file_version').execute();
    await db.schema.alterTable('media').renameColumn('edits', 'version').execute();
    await db.schema.alterTable('album').renameColumn('edits', 'version').execute();

    // What hangs with a show is saved as one
    await table('show_gallery', {
      show_id: column.reference('show', { unique: true, onDelete: 'cascade' }),
      version: version(),
    });
    const shown = db.selectFrom('show_media').select('show_id').distinct();
    await db.insertInto('show_gallery').columns(['show_id']).expression(shown).execute();
  },
};
