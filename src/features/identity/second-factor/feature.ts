import type { Feature } from '#platform/server/feature/feature.ts';
import { registerSecondFactorReauthenticationCalls } from './server/reauthentication.ts';
import { secondFactorPersonalData } from './server/second-factors.ts';
import { registerTwoFactorSettingsCalls } from './server/settings-calls.ts';

const auditActions = {
  'second_factor.codes_enabled': 'turned on sign-in codes',
  'second_factor.codes_disabled': 'turned off sign-in codes',
  'second_factor.recovery_codes_created': 'created new recovery codes',
  'second_factor.recovery_code_used': 'used a recovery code',
  'second_factor.passkey_added': 'added a passkey',
  'second_factor.passkey_removed': 'removed a passkey',
  'second_factor.removed': 'removed a member’s second factor',
  'second_factor.codes_refused': 'entered too many wrong sign-in codes',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const secondFactorFeature: Feature = {
  visibility: {
    totp: 'private',
    totp_offer: 'private',
    recovery_code: 'private',
    passkey: 'private',
    passkey_challenge: 'private',
    wrong_code: 'private',
  },
  routes(registry, services) {
    registerTwoFactorSettingsCalls(registry, services);
    registerSecondFactorReauthenticationCalls(registry, services);
  },
  personalData: [secondFactorPersonalData],
  nonPersonalTables: [{ table: 'passkey_challenge', reason: 'identified by a session or a cookie, for five minutes' }],
  auditActions: [auditActions],
};
