import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    const user = column.reference('user', { onDelete: 'cascade' });

    await table('totp', {
      user_id: column.reference('user', { onDelete: 'cascade', unique: true }),
      // Sealed; "" while codes are off
      secret: column.text(),
      turn: column.integer({ initially: 0 }),
      last_step: column.integer({ initially: 0 }),
      enabled_at: column.instant({ optional: true }),
    });

    await table('recovery_code', {
      id: column.id(),
      user_id: user,
      mark: column.text({ unique: true }),
      created_at: column.instant(),
      used_at: column.instant({ optional: true }),
    });
    await db.schema.createIndex('recovery_code_by_user').on('recovery_code').column('user_id').execute();

    await table('passkey', {
      id: column.id(),
      user_id: user,
      name: column.text(),
      credential_id: column.text({ unique: true }),
      public_key: column.text(),
      counter: column.integer(),
      transports: column.json('[]'),
      created_at: column.instant(),
      last_used_at: column.instant({ optional: true }),
    });
    await db.schema.createIndex('passkey_by_user').on('passkey').columns(['user_id', 'created_at']).execute();

    await table('passkey_challenge', {
      id: column.id(),
      challenge: column.text(),
      purpose: column.oneOf(['add', 'sign_in', 'second_factor']),
      // Whose it is: a session's id, or the hash of a cookie
      bearer: column.text(),
      // What a passkey to be is called
      name: column.text(),
      expires_at: column.instant(),
    });
    await db.schema.createIndex('passkey_challenge_by_end').on('passkey_challenge').column('expires_at').execute();

    // What attempts are counted by
    await table('wrong_code', {
      id: column.id(),
      user_id: user,
      session_id: column.text(),
      at: column.instant(),
    });
    await db.schema.createIndex('wrong_code_by_user').on('wrong_code').columns(['user_id', 'at']).execute();

    await table('erasure', {
      user_id: column.reference('user', { onDelete: 'cascade', unique: true }),
      shown_as: column.oneOf(['printed', 'initials', 'member']),
      asked_at: column.instant(),
      due_at: column.instant(),
    });
    await db.schema.createIndex('erasure_by_end').on('erasure').column('due_at').execute();
  },
};
