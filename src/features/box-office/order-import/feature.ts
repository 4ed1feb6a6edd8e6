import type { Feature } from '#platform/server/feature/feature.ts';
import { registerOrderImportCalls } from './server/import-call.ts';
import { findImportSellers } from './server/import-order.ts';

const auditActions = {
  'order.imported': 'imported orders',
  'order.import_undone': 'undid an import of orders',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Orders that an external shop has sold, imported from its list so that they can be seated and checked in. */
export const orderImportFeature: Feature = {
  visibility: { imported_order: 'private' },
  routes: registerOrderImportCalls,
  sellers: [findImportSellers],
  nonPersonalTables: [{ table: 'imported_order', reason: 'ids of orders, with their references at another shop' }],
  auditActions: [auditActions],
};
