import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    // What somebody typed who has not yet shown that the address is theirs: no user is made of it before
    await table('registration', {
      id: column.id(),
      token_hash: column.text({ unique: true }),
      email: column.text(),
      email_key: column.text(),
      firstname: column.text(),
      lastname: column.text(),
      password_hash: column.text(),
      // The invitation it came by, "" for none
      invitation_id: column.text(),
      created_at: column.instant(),
      expires_at: column.instant(),
      used_at: column.instant({ optional: true }),
    });
    await db.schema.createIndex('registration_by_email').on('registration').column('email_key').execute();

    await table('invitation', {
      id: column.id(),
      token_hash: column.text({ unique: true }),
      // "" for the one that makes the first admin, which is printed and not mailed
      email: column.text(),
      email_key: column.text(),
      firstname: column.text(),
      lastname: column.text(),
      role: column.oneOf(['member', 'author', 'admin']),
      created_at: column.instant(),
      expires_at: column.instant(),
      used_at: column.instant({ optional: true }),
    });
    await db.schema.createIndex('invitation_by_email').on('invitation').column('email_key').execute();

    // A browser that its user has signed in with before
    await table('known_device', {
      token_hash: column.id(),
      user_id: column.reference('user', { onDelete: 'cascade' }),
      last_used_at: column.instant(),
    });
    await db.schema
      .createIndex('known_device_by_user')
      .on('known_device')
      .columns(['user_id', 'last_used_at'])
      .execute();

    // How much somebody may still try: one row for each that has tried lately
    await table('allowance', { name: column.id(), free_at: column.instant() });
    await db.schema.createIndex('allowance_by_time').on('allowance').column('free_at').execute();
  },
};
