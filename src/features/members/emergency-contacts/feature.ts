import type { Feature } from '#platform/server/feature/feature.ts';
import { emergencyContactsPages } from './server/pages.ts';
import { looksData } from './server/personal-data.ts';

export const emergencyContacts: Feature = {
  routes: emergencyContactsPages,
  personalData: [looksData],
  actionNames: [
    {
      'looked at emergency contacts of show': 'looked at the emergency contacts of a show',
      'looked at emergency contact': 'looked at a member’s emergency contact',
    },
  ],
};
