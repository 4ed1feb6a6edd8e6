import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { registerUserCalls } from './server/calls.ts';
import { registerInviteCalls } from './server/invite.ts';
import { registerUserPages } from './server/pages.ts';

const auditActions = {
  'user.permissions_changed': 'changed what a user may use',
  'user.email_changed': 'changed a user’s email address',
  'user.disabled': 'disabled an account',
  'user.enabled': 'enabled an account',
  'user.signed_out': 'signed a user out everywhere',
  'user.reset_link_sent': 'emailed a user a password reset link',
  'invitation.withdrawn': 'withdrew an invitation',
  'invitation.restored': 'restored a withdrawn invitation',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const users: Feature = {
  routes(platform, services) {
    registerUserPages(platform, services);
    registerUserCalls(platform, services);
    registerInviteCalls(platform, services);
  },
  adminTools,
  auditActions: [auditActions],
};
