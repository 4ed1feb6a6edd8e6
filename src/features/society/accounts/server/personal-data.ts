import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { formatDevice } from '../device-names.ts';
import { normaliseEmail } from '../email.ts';

/** The account. Its row, sessions and permissions are deleted together. */
export const accountPersonalData: PersonalData = {
  name: 'account',
  tables: ['user', 'user_item', 'single_use_link', 'registration', 'invitation'],
  about: async (db, { id, email }) => {
    const user = await db
      .selectFrom('user')
      .select([
        'email',
        'firstname',
        'lastname',
        'phone_number',
        'e_con_name',
        'e_con_phone',
        'role',
        'status',
        'told_of_posts',
        'created_at',
        'updated_at',
        'last_signed_in_at',
      ])
      .where('id', '=', id)
      .executeTakeFirst();
    if (!user) return {};
    const { e_con_name, e_con_phone, told_of_posts, ...rest } = user;
    return {
      id,
      ...rest,
      told_of_posts: told_of_posts === 1,
      emergency_contact: { name: e_con_name, number: e_con_phone },
      permissions_changed_by_an_admin: await db
        .selectFrom('user_item')
        .select(['item', 'allowed'])
        .where('user_id', '=', id)
        .orderBy('item')
        .execute(),
      registered: await db
        .selectFrom('registration')
        .select(['firstname', 'lastname', 'email', 'created_at'])
        .where('email_key', '=', normaliseEmail(email))
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      invited: await db
        .selectFrom('invitation')
        .select(['firstname', 'lastname', 'email', 'role', 'created_at'])
        .where('email_key', '=', normaliseEmail(email))
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      links_mailed: await db
        .selectFrom('single_use_link')
        .select(['purpose', 'created_at'])
        .where('user_id', '=', id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    };
  },
  erase: async (tx, { email }) => {
    const key = normaliseEmail(email);
    await tx.deleteFrom('registration').where('email_key', '=', key).execute();
    await tx.deleteFrom('invitation').where('email_key', '=', key).execute();
  },
};

export const sessionPersonalData: PersonalData = {
  name: 'devices',
  tables: ['session', 'known_device'],
  about: async (db, { id }) => {
    const sessions = await db
      .selectFrom('session')
      .select(['device', 'address', 'created_at', 'last_used_at', 'expires_at'])
      .where('user_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    const known = await db
      .selectFrom('known_device')
      .select('last_used_at')
      .where('user_id', '=', id)
      .orderBy('last_used_at')
      .execute();
    return {
      signed_in: sessions.map((session) => ({ ...session, in_words: formatDevice(session.device) })),
      remembered_browsers_last_used: known.map(({ last_used_at }) => last_used_at),
    };
  },
};
