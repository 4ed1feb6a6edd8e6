import { createRetentionMonthsReader, messagesRetentionText } from '#features/society/settings/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { correctionsPath } from './corrections-table.ts';
import { registerCorrectionAdminRoutes } from './server/admin-pages.ts';
import { registerCorrectionFormRoutes } from './server/form-routes.ts';
import { correctionPersonalData, deleteExpiredCorrectionData, openCorrectionsTodo } from './server/store.ts';

const auditActions = {
  'correction.applied': 'applied a correction',
  'correction.refused': 'rejected a correction',
  'correction.decision_undone': 'reopened a correction',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const correctionsFeature: Feature = {
  visibility: { correction: 'private' },
  routes(registry, services) {
    registerCorrectionFormRoutes(registry);
    registerCorrectionAdminRoutes(registry, services);
  },
  rowUses: [
    { of: 'show', table: 'correction', column: 'show_id', reason: 'a visitor has suggested a correction' },
    { of: 'person', table: 'correction', column: 'person_id', reason: 'a visitor has suggested a correction' },
  ],
  personalData: [correctionPersonalData],
  adminTodos: [openCorrectionsTodo],
  retention: [
    {
      description: `Names and email addresses of people who sent archive corrections: ${messagesRetentionText}`,
      months: createRetentionMonthsReader('keepMessagesMonths'),
      deleteOrAnonymise: deleteExpiredCorrectionData,
    },
  ],
  adminTools: [
    {
      label: 'Archive corrections',
      href: correctionsPath,
      about: 'Review mistakes visitors have spotted in the archive, and correct them.',
      group: 'archive',
      order: 130,
    },
  ],
  auditActions: [auditActions],
};
