import { messagesRetention, monthsSet } from '#features/society/settings/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { registerContactRoutes } from './server/calls.ts';
import { forgetMessages } from './server/index.ts';
import { contactPersonalData } from './server/personal-data.ts';
import { contactMessageTrash } from './server/store.ts';

export const contact: Feature = {
  visibility: { contact_message_with_deleted: 'private' },
  routes: registerContactRoutes,
  personalData: [contactPersonalData],
  retention: [
    {
      description: `Messages from the contact form: ${messagesRetention}`,
      months: monthsSet('keepMessagesMonths'),
      forget: forgetMessages,
    },
  ],
  trash: [contactMessageTrash],
  publicPages: [
    { path: '/contact', order: 60, inSitemap: true, inSearch: { title: 'Write to us', also: ['contact email'] } },
  ],
};
