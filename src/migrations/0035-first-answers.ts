import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table(
      'first_answer',
      {
        user_id: column.text(),
        call: column.text(),
        key: column.text(),
        sent_hash: column.text(),
        answer: column.text(),
        answered_at: column.instant(),
      },
      (first) => first.addPrimaryKeyConstraint('first_answer_by_key', ['user_id', 'call', 'key'] as never),
    );
    await db.schema.createIndex('first_answer_by_time').on('first_answer').column('answered_at').execute();
  },
};
