import type { PaymentEnvironment } from '#features/money/ledger/entry.ts';
import { formatCsvPhone } from '#platform/server/formats/csv.ts';
import { createCsvResponse } from '#platform/server/http/response/csv-response.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { parseTableQuery } from '#platform/shared/tables/table.ts';
import { filterMemberships, hasAccount, type Membership, sortMemberships } from '../members.ts';
import { membershipStatusLabels, membershipTable } from '../table.ts';
import { listMemberships } from './list.ts';

/** Creates the membership list as a spreadsheet: all rows that match the page's search and filters, in its order. */
export async function exportMembership({ db, query, today }: PageRequest, environment: PaymentEnvironment) {
  const tableRequest = parseTableQuery(membershipTable, query);
  const { memberships } = await listMemberships(db, today, environment);
  const rows = sortMemberships(filterMemberships(memberships, tableRequest), tableRequest);
  return createCsvResponse('membership.csv', [
    csvColumns.map(([heading]) => heading),
    ...rows.map((membership) => csvColumns.map(([, cell]) => cell(membership))),
  ]);
}

const csvColumns: readonly (readonly [heading: string, cell: (membership: Membership) => string])[] = [
  ['name', ({ name }) => name],
  ['paid for by', ({ payer }) => payer],
  ['plan', ({ plan }) => plan],
  ['status', ({ status }) => membershipStatusLabels[status]],
  ['paid until', ({ paid_until }) => paid_until],
  ['last day to pay', ({ grace_until }) => grace_until],
  ['renews on', ({ renews_on }) => renews_on],
  ['payment method', ({ paid_by }) => paid_by],
  ['by card', ({ by_card }) => (by_card ? 'yes' : 'no')],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => formatCsvPhone(phone)],
  ['account', (membership) => (hasAccount(membership) ? 'yes' : 'no')],
];
