import type { TableRules } from '#platform/shared/tables/table.ts';
import type { DeliveryStatus } from './delivery-status.ts';

export const mailsPath = '/members/admin/mails';

/** The search, filters and order of the mail log. */
export const mailTable = {
  sorts: { queued: 'date', to: 'text', subject: 'text' },
  sort: '-queued',
  filters: {
    standing: ['failed', 'let_go', 'retrying', 'waiting', 'sent', 'kept'] satisfies DeliveryStatus[],
    from: 'date',
    until: 'date',
  },
} as const satisfies TableRules;
