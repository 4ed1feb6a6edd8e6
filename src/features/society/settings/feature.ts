import type { Feature } from '#platform/server/feature/feature.ts';
import { defineSaverPersonalData } from '#platform/server/feature/personal-data.ts';
import { deleteOldMails } from '#platform/server/mail/index.ts';
import { createRetentionMonthsReader, defineRetentionJob } from './server/retention.ts';

export const settingsFeature: Feature = {
  visibility: { setting: { rows: 'public', columns: { updated_by: 'private' } } },
  // The platform stores emails but can't read the settings, so this feature deletes expired emails
  retention: [
    {
      description: 'Emails: after the number of months in Admin Settings, 3 by default',
      months: createRetentionMonthsReader('keepMailMonths'),
      deleteOrAnonymise: deleteOldMails,
    },
  ],
  work: ({ db, clock, all }) => [defineRetentionJob({ db, clock, rules: all('retention') })],
  // The settings aren't personal data: the email addresses among them belong to offices of the society
  personalData: [defineSaverPersonalData({ name: 'settings_last_saved', table: 'setting', label: 'name' })],
};
