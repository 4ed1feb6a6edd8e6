import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { endGiftAidDeclaration, listMemberDeclarations } from './store.ts';

/**
 * A member's declarations. The society must be able to show HMRC the declaration behind each claim, with name and
 * address. Erasing the account therefore only ends the declaration; it is deleted `declarationRetentionMonths` later.
 */
export const declarationPersonalData: PersonalData = {
  name: 'gift aid declarations',
  tables: ['gift_aid_declaration'],
  about: async (db, { id }) =>
    (await listMemberDeclarations(db, id)).map(({ id: _, user_id: __, ...declaration }) => declaration),
  erase: async (tx, { id }, { at }) => {
    await endGiftAidDeclaration(tx, id, at);
  },
};
