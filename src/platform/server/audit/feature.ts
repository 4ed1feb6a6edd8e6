import type { Feature } from '../feature/feature.ts';
import { auditPersonalData, defineNetworkAddressRetentionJob } from './record.ts';
import { createRefusalRecordingLoop } from './refused-sign-ins.ts';

const auditActions = {
  'sign_in.refused': 'refused sign-ins, passwords or codes',
  'sign_in.account_refused': 'refused sign-ins to an account, or passwords or codes for it',
  'access.refused': 'refused access to something the account isn’t allowed to use',
  'request.limited': 'refused too many requests',
  'backup.made': 'made a backup',
  'backup.copied': 'copied a backup off site',
  'secret.changed': 'changed the secret',
  'secret.discarded': 'discarded the secret',
  'demo.left': 'left the demo',
  'demo.account_disabled': 'disabled an account whose password everybody knew',
};

declare module '../feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const auditFeature: Feature = {
  visibility: { audit: 'private', audit_forgetting: 'private' },
  work: (services) => [defineNetworkAddressRetentionJob(services)],
  loops: (services) => [createRefusalRecordingLoop(services)],
  personalData: [auditPersonalData],
  nonPersonalTables: [{ table: 'audit_forgetting', reason: 'empty except during a write' }],
  auditActions: [auditActions],
};
