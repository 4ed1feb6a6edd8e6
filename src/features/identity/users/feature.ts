import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { registerUserCalls } from './server/calls.ts';
import { registerInvitationListCalls } from './server/invite.ts';
import { defineErasureJob, registerMyDataCalls } from './server/my-data.ts';
import { registerUserPages } from './server/pages.ts';

const auditActions = {
  'user.permissions_changed': 'changed what a user may use',
  'user.email_changed': 'changed a user’s email address',
  'user.disabled': 'disabled an account',
  'user.enabled': 'reopened an account',
  'user.signed_out': 'signed a user out everywhere',
  'user.reset_link_sent': 'emailed a user a password reset link',
  'invitation.withdrawn': 'withdrew an invitation',
  'invitation.restored': 'restored a withdrawn invitation',
  'erasure.requested': 'asked for their account to be erased',
  'account.erased': 'erased an account',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

/** The feature with which admins manage users and their permissions, and users export or erase their own data. */
export const usersFeature: Feature = {
  routes(registry, services) {
    registerUserPages(registry, services);
    registerUserCalls(registry, services);
    registerInvitationListCalls(registry, services);
    registerMyDataCalls(registry, services);
  },
  work: ({ db, clock, home, all }) => [defineErasureJob({ db, clock, home, data: all('personalData') })],
  adminTools,
  auditActions: [auditActions],
};
