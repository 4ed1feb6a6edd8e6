import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // What a merge has put the other's choice of how credits show a name in place of. Those from before carried none
    await addColumns('person_merge', { kept_style: column.text(), kept_style_by: column.text() });
  },
};
