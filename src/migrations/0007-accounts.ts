import { column, type Migration } from '#platform/server/database/index.ts';

export const migration: Migration = {
  async up(db, { table }) {
    await table('user', {
      id: column.id(),
      email: column.text(),
      email_key: column.text({ unique: true }),
      firstname: column.text(),
      lastname: column.text(),
      phone_number: column.text(),
      e_con_name: column.text(),
      e_con_phone: column.text(),
      password_hash: column.text(),
      role: column.oneOf(['member', 'author', 'admin']),
      status: column.oneOf(['unconfirmed', 'awaiting', 'active', 'deactivated']),
      told_of_posts: column.boolean(),
      created_at: column.instant(),
      updated_at: column.instant(),
    });
    await db.schema.createIndex('user_by_status').on('user').columns(['status', 'id']).execute();

    // What an admin has changed for one user, against what the role allows
    await table(
      'user_item',
      { user_id: column.reference('user', { onDelete: 'cascade' }), item: column.text(), allowed: column.boolean() },
      (table) => table.addPrimaryKeyConstraint('user_item_key', ['user_id', 'item']),
    );

    // A person is credited, a user signs in; one user may be several persons, but no person is two users
    await table(
      'user_person',
      {
        user_id: column.reference('user', { onDelete: 'cascade' }),
        person_id: column.reference('person', { onDelete: 'cascade', unique: true }),
      },
      (table) => table.addPrimaryKeyConstraint('user_person_key', ['user_id', 'person_id']),
    );

    await table('session', {
      id: column.id(),
      token_hash: column.text({ unique: true }),
      user_id: column.reference('user', { onDelete: 'cascade' }),
      // Between the password and the second factor nobody is signed in yet
      stage: column.oneOf(['full', 'second_factor']),
      device: column.text(),
      address: column.text(),
      created_at: column.instant(),
      last_used_at: column.instant(),
      expires_at: column.instant(),
    });
    await db.schema.createIndex('session_by_user').on('session').columns(['user_id', 'last_used_at']).execute();
    await db.schema.createIndex('session_by_end').on('session').column('expires_at').execute();

    await table('single_use_link', {
      id: column.id(),
      token_hash: column.text({ unique: true }),
      purpose: column.oneOf(['confirm', 'reset', 'invitation']),
      user_id: column.reference('user', { optional: true, onDelete: 'cascade' }),
      email: column.text(),
      created_at: column.instant(),
      expires_at: column.instant(),
      used_at: column.instant({ optional: true }),
    });
    await db.schema
      .createIndex('single_use_link_by_user')
      .on('single_use_link')
      .columns(['user_id', 'purpose'])
      .execute();

    // No references: what was done stays written when those who did it are gone
    await table('audit', {
      id: column.id(),
      at: column.instant(),
      actor_id: column.text(),
      actor_name: column.text(),
      action: column.text(),
      subject: column.text(),
      detail: column.text(),
      address: column.text(),
    });
    await db.schema.createIndex('audit_by_time').on('audit').columns(['at', 'id']).execute();
    await db.schema.createIndex('audit_by_subject').on('audit').columns(['subject', 'at']).execute();
  },
};
