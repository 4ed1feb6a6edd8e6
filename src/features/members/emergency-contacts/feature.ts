import type { Feature } from '#platform/server/feature/feature.ts';
import { registerEmergencyContactRoutes } from './server/pages.ts';
import { contactViewsPersonalData } from './server/reveal-contacts.ts';

const auditActions = {
  'emergency_contact.viewed': 'viewed a member’s emergency contact',
  'emergency_contact.show_viewed': 'viewed a show’s emergency contacts',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const emergencyContactsFeature: Feature = {
  routes: registerEmergencyContactRoutes,
  personalData: [contactViewsPersonalData],
  auditActions: [auditActions],
};
