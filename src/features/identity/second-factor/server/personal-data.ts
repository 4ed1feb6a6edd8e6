import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { countUnusedRecoveryCodes, findTotp } from './code-store.ts';
import { listPasskeys } from './passkey-store.ts';

/** An account's second factors, which are deleted with the account's row. */
export const secondFactorPersonalData: PersonalData = {
  name: 'second_factor',
  tables: ['totp', 'totp_offer', 'recovery_code', 'passkey', 'wrong_code'],
  about: async (db, { id }) => ({
    codes_from_an_app_since: (await findTotp(db, id))?.enabled_at ?? '',
    recovery_codes_left: await countUnusedRecoveryCodes(db, id),
    passkeys: (await listPasskeys(db, id)).map(({ name, created_at, last_used_at }) => ({
      name,
      created_at,
      last_used_at: last_used_at ?? '',
    })),
    wrong_codes: (
      await db.selectFrom('wrong_code').select('at').where('user_id', '=', id).orderBy('at').orderBy('id').execute()
    ).map(({ at }) => at),
  }),
};
