import type { Id } from '#platform/server/crypto/ids.ts';
import type { DbReader, DbTransaction } from '#platform/server/database/index.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { GiftAidDeclarationTable } from './tables.ts';

/**
 * The number of months for which ended declarations are stored. HMRC can check a claim for six years after the
 * financial year of the last gift.
 */
export const declarationRetentionMonths = 12 * 7;

export const listDeclarations = (db: DbReader): Promise<GiftAidDeclarationTable[]> =>
  db.selectFrom('gift_aid_declaration').selectAll().orderBy('declared_at').orderBy('id').execute();

export const listMemberDeclarations = (db: DbReader, userId: Id): Promise<GiftAidDeclarationTable[]> =>
  db
    .selectFrom('gift_aid_declaration')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('declared_at')
    .orderBy('id')
    .execute();

export async function createDeclaration(tx: DbTransaction, row: GiftAidDeclarationTable): Promise<void> {
  await tx.insertInto('gift_aid_declaration').values(row).execute();
}

/** Ends the declaration in force. Returns false if there is none. */
export async function endGiftAidDeclaration(tx: DbTransaction, userId: Id, at: Instant): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gift_aid_declaration')
    .set({ ended_at: at })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteDeclarationsEndedBefore(tx: DbTransaction, before: Instant): Promise<void> {
  await tx.deleteFrom('gift_aid_declaration').where('ended_at', '<', before).execute();
}
