import type { Feature } from '#platform/server/feature/feature.ts';
import { registerWritingCalls } from './server/calls.ts';

const auditActions = {
  'word_document.read': 'imported the text of a Word document',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const writingFeature: Feature = {
  routes: (registry, { storage }) => registerWritingCalls(registry, storage),
  auditActions: [auditActions],
};
