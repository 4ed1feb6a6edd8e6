import { messagesRetention, monthsSet } from '#features/society/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { contactCalls } from './server/calls.ts';
import { forgetMessages } from './server/index.ts';
import { messageData } from './server/personal-data.ts';
import { messageTrash } from './server/store.ts';

export const contact: Feature = {
  routes: contactCalls,
  personalData: [messageData],
  retention: [
    {
      about: `Messages from the contact form: ${messagesRetention}`,
      months: monthsSet('keepMessagesMonths'),
      forget: forgetMessages,
    },
  ],
  trash: [messageTrash],
  publicPages: [
    { path: '/contact', order: 60, inSitemap: true, inSearch: { title: 'Write to us', also: ['contact email'] } },
  ],
};
