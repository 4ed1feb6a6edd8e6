import type { Feature } from '#platform/server/feature/feature.ts';
import { lastSavedData } from '#platform/server/feature/last-saved-data.ts';
import { forgetMail } from '#platform/server/mail/index.ts';
import { defineRetentionJob, retentionMonthsOf } from './server/retention.ts';

export const society: Feature = {
  visibility: { setting: { rows: 'public', columns: { updated_by: 'private' } } },
  // Mail is the platform's, which knows no settings
  retention: [
    {
      description: 'Mails: for the months that Admin Settings say, 3 at first',
      months: retentionMonthsOf('keepMailMonths'),
      forget: forgetMail,
    },
  ],
  work: ({ db, clock, all }) => [defineRetentionJob({ db, clock, rules: all('retention') })],
  // The values are the society's choices; addresses among them are offices, and an admin changes them
  personalData: [lastSavedData({ name: 'settings_last_saved', table: 'setting', label: 'name' })],
};
