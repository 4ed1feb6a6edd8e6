import type { Feature } from '#platform/server/feature/feature.ts';
import { forgetMail } from '#platform/server/mail/index.ts';
import { monthsSet, retentionJob } from './server/retention-job.ts';

export const society: Feature = {
  // Mail is the platform's, which knows no settings
  retention: [{ months: monthsSet('keepMailMonths'), forget: forgetMail }],
  jobs: ({ db, clock, all }) => [retentionJob({ db, clock, kept: all('retention') })],
  impersonalTables: [
    {
      table: 'setting',
      because: 'what the society has chosen; addresses in it are offices, and an admin changes them',
    },
  ],
};
