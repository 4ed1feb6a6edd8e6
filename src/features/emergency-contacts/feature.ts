import type { Feature } from '#platform/server/feature/feature.ts';
import { emergencyContactsPages } from './server/pages.ts';
import { looksData } from './server/personal-data.ts';

export const emergencyContacts: Feature = {
  routes: emergencyContactsPages,
  personalData: [looksData],
};
