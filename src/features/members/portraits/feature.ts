import type { Feature } from '#platform/server/feature/feature.ts';
import { registerPortraitCalls } from './server/calls.ts';
import { registerPortraitDownloadRoutes, registerPortraitPages } from './server/pages.ts';
import { portraitPersonalData, portraitTrash } from './server/store.ts';

const auditActions = {
  'portrait.uploaded': 'uploaded a portrait',
  'portrait.consent_given': 'recorded the consent to show a portrait',
  'portrait.consent_withdrawn': 'hid a portrait from visitors',
  'portrait.deleted': 'deleted a portrait',
  'portrait.restored': 'restored a portrait',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** Portraits of credited people, which visitors see only with consent (docs/decisions/0149). */
export const portraitsFeature: Feature = {
  visibility: {
    portrait_with_deleted: {
      rows: 'public',
      columns: { uploaded_by: 'private', consent_recorded_by: 'private' },
    },
  },
  routes(registry, { storage }) {
    registerPortraitPages(registry);
    registerPortraitCalls(registry, storage);
    registerPortraitDownloadRoutes(registry, storage);
  },
  rowUses: [{ of: 'person', table: 'portrait_with_deleted', column: 'person_id', reason: 'they have a portrait' }],
  personalData: [portraitPersonalData],
  trash: [portraitTrash],
  auditActions: [auditActions],
};
