import type { Feature } from '#platform/server/feature/feature.ts';
import { forgetMail } from '#platform/server/mail/index.ts';
import { defineRetentionJob, retentionMonthsOf } from './server/retention.ts';

export const society: Feature = {
  visibility: { setting: 'public' },
  // Mail is the platform's, which knows no settings
  retention: [
    {
      description: 'Mails: for the months that Admin Settings say, 3 at first',
      months: retentionMonthsOf('keepMailMonths'),
      forget: forgetMail,
    },
  ],
  work: ({ db, clock, all }) => [defineRetentionJob({ db, clock, rules: all('retention') })],
  impersonalTables: [
    {
      table: 'setting',
      reason: 'what the society has chosen; addresses in it are offices, and an admin changes them',
    },
  ],
};
