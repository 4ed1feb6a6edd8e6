import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { addColumns }) {
    const user = () => column.reference('user', { optional: true, onDelete: 'set null' });
    await addColumns('credit', { set_by: user() });
    await addColumns('user_person', { linked_by: user() });
    // Who gave a show that was over or called off a date ahead
    await addColumns('show', { revived_by: user() });

    // What stood here before counts as others' word, unless the log says that it was one's own
    await sql`
      update credit set set_by = (
        select min(user_person.user_id) from user_person
        join audit on audit.actor_id = user_person.user_id and audit.subject = credit.show_id
        where user_person.person_id = credit.person_id
          and (audit.action in ('made a show', 'added someone to a show', 'applied a correction')
            or (audit.action = 'changed a show' and audit.detail like '%cast and crew%'))
      ) where person_id in (select person_id from user_person)`.execute(db);
    await sql`
      update user_person set linked_by = user_id where exists (
        select 1 from audit
        where audit.actor_id = user_person.user_id and audit.subject = user_person.person_id
          and audit.action = 'linked a person to a member')`.execute(db);
  },
};
