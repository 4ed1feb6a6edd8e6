import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(_db, { table, mayForget }) {
    // A row stands here only inside the transaction that forgets: by it the triggers know the one that may
    await table('audit_forgetting', { id: column.id() });
    await mayForget('audit', {
      by: 'audit_forgetting',
      unchanged: ['id', 'at', 'action'],
      forgettable: {
        actor_id: [''],
        actor_name: ['an erased account'],
        subject: [''],
        detail: [''],
        address: [''],
      },
    });
  },
};
