import type { Feature } from '#platform/server/feature/feature.ts';
import { registerMyDataCalls } from './server/calls.ts';
import { defineErasureJob } from './server/erasure.ts';

const auditActions = {
  'erasure.requested': 'asked for their account to be erased',
  'account.erased': 'erased an account',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const myData: Feature = {
  routes: (platform, { all }) => registerMyDataCalls(platform, { all }),
  work: ({ db, clock, home, all }) => [defineErasureJob({ db, clock, home, data: all('personalData') })],
  auditActions: [auditActions],
};
