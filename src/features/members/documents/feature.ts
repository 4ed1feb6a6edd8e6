import type { Feature } from '#platform/server/feature/feature.ts';
import { registerDocumentCalls } from './server/calls.ts';
import { findDocsText, registerDocumentPages } from './server/pages.ts';

const auditActions = {
  'document.added': 'added documents',
  'document.changed': 'changed a document',
  'document.replaced': 'replaced a document',
  'documents_text.changed': 'changed the text above Member Docs',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const documentsFeature: Feature = {
  routes(registry, { storage }) {
    registerDocumentPages(registry);
    registerDocumentCalls(registry, storage);
  },
  textsOnSite: [findDocsText],
  auditActions: [auditActions],
};
