import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';
import { fold } from '#platform/shared/text.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    await addColumns('user', {
      // Name and address as searches compare them; users are listed by it
      search_key: column.text(),
      last_signed_in_at: column.instant({ optional: true }),
    });
    const users = await db.selectFrom('user').select(['id', 'firstname', 'lastname', 'email']).execute();
    for (const { id, firstname, lastname, email } of users) {
      const search_key = fold(`${firstname} ${lastname} ${email}`);
      await db.updateTable('user').set({ search_key }).where('id', '=', id).execute();
    }
    await sql`update "user" set last_signed_in_at =
      (select max(at) from audit where audit.actor_id = "user".id and audit.action = 'signed in')`.execute(db);
    await db.schema.createIndex('user_by_search_key').on('user').columns(['search_key', 'id']).execute();
  },
};
