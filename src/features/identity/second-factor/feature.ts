import type { Feature } from '#platform/server/feature/feature.ts';
import { secondFactorData } from './server/personal-data.ts';
import { reauthenticationCalls } from './server/reauthentication.ts';
import { secondFactorCalls } from './server/settings-calls.ts';

export const secondFactor: Feature = {
  visibility: {
    totp: 'private',
    totp_offer: 'private',
    recovery_code: 'private',
    passkey: 'private',
    passkey_challenge: 'private',
    wrong_code: 'private',
  },
  routes(platform, services) {
    secondFactorCalls(platform, services);
    reauthenticationCalls(platform, services);
  },
  personalData: [secondFactorData],
  impersonalTables: [{ table: 'passkey_challenge', reason: 'named by session or cookie, for five minutes' }],
  actionNames: [
    {
      'second factor: codes on': 'turned on sign-in codes',
      'second factor: codes off': 'turned off sign-in codes',
      'second factor: recovery codes made': 'made new recovery codes',
      'second factor: recovery code used': 'signed in with a recovery code',
      'second factor: passkey added': 'added a passkey',
      'second factor: passkey removed': 'removed a passkey',
      'second factor: taken off by an admin': 'removed a member’s second factor',
      'second factor: too many wrong codes': 'entered too many wrong sign-in codes',
    },
  ],
};
