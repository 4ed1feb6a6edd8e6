import type { Feature } from '#platform/server/feature/feature.ts';
import { emergencyContactsPages } from './server/pages.ts';
import { looksData } from './server/personal-data.ts';

export const emergencyContacts: Feature = {
  routes: emergencyContactsPages,
  personalData: [looksData],
  actionNames: [
    {
      'looked at emergency contacts of show': 'viewed a show’s emergency contacts',
      'looked at emergency contact': 'viewed a member’s emergency contact',
    },
  ],
};
