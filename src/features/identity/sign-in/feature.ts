import { registerSecondFactorSignInCalls } from '#features/identity/second-factor/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { approvalTodo, registerApprovalCalls } from './server/approval.ts';
import { registerInvitationCalls } from './server/invitations.ts';
import { registerPasswordConfirmationCalls } from './server/reauthentication.ts';
import { registerRegistrationCalls } from './server/registration.ts';
import { registerPasswordResetCalls } from './server/reset-password.ts';
import { buildLoginPage, registerSignInRoutes } from './server/sign-in.ts';

const auditActions = {
  'invitation.sent': 'invited someone',
  'invitation.accepted': 'accepted an invitation',
  'registration.requested': 'requested an account',
  'registration.approved': 'approved a registration',
  'registration.declined': 'declined a registration',
  'registration.reconsidered': 'undid the decline of a registration',
  'password.reset': 'set a new password with a link',
  'admin.created_on_server': 'made a user an admin on the server',
  'password.reset_link_created': 'created a password reset link on the server',
  'sessions.ended': 'signed everybody out after a backup was restored',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const signInFeature: Feature = {
  routes(registry, services) {
    registerSignInRoutes(registry, services);
    registerPasswordConfirmationCalls(registry, services);
    registerRegistrationCalls(registry, services);
    registerInvitationCalls(registry, services);
    registerApprovalCalls(registry, services);
    registerPasswordResetCalls(registry, services);
    registerSecondFactorSignInCalls(registry, { ...services, buildSignInPage: buildLoginPage });
  },
  adminTodos: [approvalTodo],
  publicPages: [
    {
      path: '/members',
      order: 90,
      inSitemap: false,
      inSearch: { title: 'Members', also: ['log in sign in login join register'] },
    },
  ],
  auditActions: [auditActions],
};
