import { usersView } from '#features/society/accounts/server/index.ts';
import type { Id } from '#platform/server/crypto/ids.ts';
import { type DbReader, type DbTransaction, runInBatches } from '#platform/server/database/index.ts';
import { createMentionPattern, type DataSubject } from '#platform/server/feature/personal-data.ts';
import type { Instant } from '#platform/shared/dates/dates.ts';
import type { PaymentSource } from '../entry.ts';

/** The reason for a refund or a correction, and the person who recorded it. */
export interface EntryNote {
  reason: string;
  /** The account of the person who recorded the reason. Null for the site. */
  by: Id | null;
}

/** Adds a note with the reason and the person to an entry, unless the entry has a note already. */
export async function recordEntryNote(tx: DbTransaction, entryId: Id, { reason, by }: EntryNote): Promise<void> {
  await tx
    .insertInto('entry_note')
    .values({ entry_id: entryId, reason, user_id: by })
    .onConflict((clash) => clash.column('entry_id').doNothing())
    .execute();
}

export interface RefundWithReason {
  id: Id;
  source: PaymentSource;
  charge_id: Id;
  at: Instant;
  pence: number;
  /** The reason. "" if none was given. */
  reason: string;
  /** The current name of the person who recorded the reason. "" for the site and for deleted accounts. */
  by: string;
}

/** Lists the refunds of charges with their notes, each charge's oldest first. Reversed refunds are left out. */
export async function listRefundsOfCharges(db: DbReader, chargeIds: readonly Id[]): Promise<RefundWithReason[]> {
  const refunds: RefundWithReason[] = [];
  await runInBatches(chargeIds, async (some) => {
    const rows = await db
      .selectFrom('entry')
      .leftJoin('entry as reversal', 'reversal.corrects', 'entry.id')
      .leftJoin('entry_note as note', 'note.entry_id', 'entry.id')
      .leftJoin(usersView(db).as('user'), 'user.id', 'note.user_id')
      .select(['entry.id', 'entry.charge_id', 'entry.source', 'entry.at', 'entry.amount'])
      .select(['note.reason', 'user.firstname', 'user.lastname'])
      .where('entry.charge_id', 'in', some)
      .where('entry.kind', '=', 'refund')
      .where('entry.corrects', 'is', null)
      .where('reversal.id', 'is', null)
      .orderBy('entry.at')
      .orderBy('entry.id')
      .execute();
    for (const { id, charge_id, source, at, amount, reason, firstname, lastname } of rows) {
      const by = [firstname, lastname].filter(Boolean).join(' ');
      refunds.push({ id, charge_id: charge_id ?? '', source, at, pence: 0 - amount, reason: reason ?? '', by });
    }
  });
  return refunds;
}

/** Deletes the reasons of refunds and reversals of these charges. */
export async function deleteReasonsOfCharges(tx: DbTransaction, chargeIds: readonly Id[]): Promise<void> {
  await runInBatches(chargeIds, (some) =>
    tx
      .updateTable('entry_note')
      .set({ reason: '' })
      .where('entry_id', 'in', (refunds) =>
        refunds
          .selectFrom('entry')
          .select('entry.id')
          .where(({ or, eb }) => or([eb('entry.charge_id', 'in', some), eb('entry.corrects', 'in', some)])),
      )
      .execute(),
  );
}

export async function deleteReasonsMentioningPerson(
  tx: DbTransaction,
  named: Pick<DataSubject, 'email' | 'names'>,
): Promise<void> {
  const marks = createMentionPattern(named);
  const notes = await tx.selectFrom('entry_note').select(['entry_id', 'reason']).where('reason', '<>', '').execute();
  const naming = notes.filter(({ reason }) => reason.search(marks) !== -1).map(({ entry_id }) => entry_id);
  await runInBatches(naming, (some) =>
    tx.updateTable('entry_note').set({ reason: '' }).where('entry_id', 'in', some).execute(),
  );
}
