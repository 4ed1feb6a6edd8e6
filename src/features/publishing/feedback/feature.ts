import { messagesRetention, monthsSet } from '#features/society/settings/server/index.ts';
import type { Feature } from '#platform/server/feature/feature.ts';
import { registerFeedbackRoutes } from './server/calls.ts';
import { forgetFeedback } from './server/index.ts';
import { feedbackPersonalData } from './server/personal-data.ts';
import { feedbackTrash } from './server/store.ts';

export const feedback: Feature = {
  visibility: { feedback_with_deleted: 'private' },
  routes: registerFeedbackRoutes,
  personalData: [feedbackPersonalData],
  retention: [
    {
      description: `Members’ feedback: ${messagesRetention}`,
      months: monthsSet('keepMessagesMonths'),
      forget: forgetFeedback,
    },
  ],
  trash: [feedbackTrash],
};
