import type { Feature } from '#platform/server/feature/feature.ts';
import { forgetMail } from '#platform/server/mail/index.ts';
import { monthsSet, retaining } from './server/retention.ts';

export const society: Feature = {
  // Mail is the platform's, which knows no settings
  retention: [
    {
      about: 'Mails: for the months that Admin Settings say, 3 at first',
      months: monthsSet('keepMailMonths'),
      forget: forgetMail,
    },
  ],
  work: ({ db, clock, all }) => [retaining({ db, clock, rules: all('retention') })],
  impersonalTables: [
    {
      table: 'setting',
      because: 'what the society has chosen; addresses in it are offices, and an admin changes them',
    },
  ],
};
