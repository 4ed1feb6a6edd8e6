import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { addColumns }) {
    // Whose choice it is how credits show a name: what nobody chose stands as it was printed
    await addColumns('person', {
      credit_style_by: column.oneOf(['nobody', 'owner', 'admin'], { initially: 'nobody' }),
    });
  },
};
