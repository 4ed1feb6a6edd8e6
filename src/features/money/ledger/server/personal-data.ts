import type { PersonalData } from '#platform/server/feature/personal-data.ts';
import { formatMoney } from '#platform/shared/money.ts';
import { paymentSourceLabels } from '../entry.ts';
import { listYearsClosedBy } from './closed-years.ts';
import { deleteReasonsMentioningPerson } from './entry-notes.ts';
import { listPaymentsByPayer } from './store.ts';

/**
 * A person's payments. The society must keep its accounts, so the entries stay. Erasure removes the name, and the reasons
 * of refunds and corrections that mention the person.
 */
export const ledgerPersonalData: PersonalData = {
  name: 'payments',
  tables: ['entry', 'payer', 'entry_note'],
  about: async (db, { id, names }) =>
    (await listPaymentsByPayer(db, { userId: id, names })).map(({ day, kind, label, amount, source }) => ({
      ...{ day, kind, about: label, amount: formatMoney(amount), by: paymentSourceLabels[source] },
    })),
  erase: async (tx, { id, email, names }, { shownName }) => {
    await deleteReasonsMentioningPerson(tx, { email, names });
    await tx
      .updateTable('payer')
      .set({ user_id: null, account_id: null, name: shownName })
      .where((payer) =>
        payer.or([
          payer('user_id', '=', id),
          payer('account_id', '=', id),
          ...names.map((own) => payer('name', '=', own)),
        ]),
      )
      .execute();
  },
};

/** The years that a person closed. Deleting the account erases the name. */
export const closedYearPersonalData: PersonalData = {
  name: 'closed_years',
  tables: ['closed_year'],
  about: (db, { id }) => listYearsClosedBy(db, id),
};
