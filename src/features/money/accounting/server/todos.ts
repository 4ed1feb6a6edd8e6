import { countOpenDifferences, createRefundTodo } from '#features/money/payments/server/index.ts';
import { formatCount } from '#platform/server/feature/admin-todos.ts';
import type { AdminTodo } from '#platform/server/feature/feature.ts';
import { accountingPath } from '../paths.ts';

const link = `${accountingPath}#differences`;

/** Asks the treasurer to look at differences between Square's list and our ledger. */
export const differencesTodo: AdminTodo = {
  tool: accountingPath,
  waiting: async ({ db }, { environment }) => {
    const count = await countOpenDifferences(db, environment);
    if (count === 0) return [];
    return [{ words: `Our books and Square’s list differ over ${formatCount(count, 'payment', 'payments')}`, link }];
  },
  nudge: { kind: 'payment_difference', item: 'get_subs', action: 'See what to do' },
};

/** Refunds of subscriptions and front-of-house sales. For tickets, people who manage bookings are told. */
export const moneyRefundTodo = createRefundTodo(
  { tool: accountingPath, item: 'get_subs', link },
  (purpose) => purpose !== 'tickets',
);
