import type { Feature } from '#platform/server/feature/feature.ts';
import { contactCalls } from './server/calls.ts';
import { forgetMessages } from './server/index.ts';
import { messageData } from './server/personal-data.ts';
import { messageTrash } from './server/store.ts';

export const contact: Feature = {
  routes: contactCalls,
  personalData: [messageData],
  retention: [{ of: 'messages', forget: forgetMessages }],
  trash: [messageTrash],
};
