import { sql } from 'kysely';
import { column, type Migration } from '#platform/server/database/index.ts';

/** Portraits of credited people, each with the consent to show it. */
export const migration: Migration = {
  async up(db, { table, liveView }) {
    await table(
      'portrait_with_deleted',
      {
        id: column.id(),
        person_id: column.reference('person', { onDelete: 'cascade' }),
        sizes: column.json('[]'),
        created_at: column.instant(),
        uploaded_by: column.reference('user', { optional: true, onDelete: 'set null' }),
        // Null until somebody has agreed to show the portrait
        consented_at: column.instant({ optional: true }),
        consent_wording: column.text(),
        is_adult: column.boolean(),
        // The parent or guardian who agreed for somebody under 18
        guardian: column.text(),
        consent_recorded_by: column.reference('user', { optional: true, onDelete: 'set null' }),
        deleted_at: column.instant({ optional: true }),
      },
      (t) =>
        t.addCheckConstraint('portrait_of_child', sql`"consented_at" is null or "is_adult" = 1 or "guardian" <> ''`),
    );
    const index = (name: string) => db.schema.createIndex(name).on('portrait_with_deleted');
    await index('portrait_by_person').column('person_id').execute();
    await index('portrait_by_deletion').column('deleted_at').where('deleted_at', 'is not', null).execute();
    await liveView('portrait');
  },
};
