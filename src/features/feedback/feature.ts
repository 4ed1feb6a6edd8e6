import { messagesRetention, monthsSet } from '#features/society/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { feedbackCalls } from './server/calls.ts';
import { forgetFeedback } from './server/index.ts';
import { feedbackData } from './server/personal-data.ts';
import { feedbackTrash } from './server/store.ts';

export const feedback: Feature = {
  routes: feedbackCalls,
  personalData: [feedbackData],
  retention: [
    {
      about: `Members’ feedback: ${messagesRetention}`,
      months: monthsSet('keepMessagesMonths'),
      forget: forgetFeedback,
    },
  ],
  trash: [feedbackTrash],
};
