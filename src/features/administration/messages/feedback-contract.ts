import { z } from 'zod';
import { postedFormFields } from '#features/society/accounts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { checkbox, id, multilineText } from '#platform/shared/calls/schemas.ts';
import {
  type FeedbackState,
  type FeedbackTopic,
  feedbackStateLabels,
  feedbackTopicLabels,
  maxFeedbackLength,
} from './feedback-topics.ts';

const about = z.enum(Object.keys(feedbackTopicLabels) as [FeedbackTopic, ...FeedbackTopic[]], {
  error: 'Choose what it’s about.',
});

/** The fields of the Help & Feedback form. */
export const FeedbackInput = z.object({
  about,
  message: multilineText('Write your message.', maxFeedbackLength),
  wants_reply: checkbox,
});
export type FeedbackInput = z.infer<typeof FeedbackInput>;

/** `/members/feedback_form`. */
export const FeedbackForm = z.object({
  type: z.literal('feedback_form'),
  title: z.string(),
  /** The URL of the society's own help pages; "" for none. */
  help_wiki: z.string(),
  /** The member's address, to which a reply goes. */
  email: z.string(),
  /** The member's own feedback, newest first. */
  sent: z.array(
    z.object({
      id,
      about,
      message: z.string(),
      wants_reply: z.boolean(),
      state: z.enum(Object.keys(feedbackStateLabels) as [FeedbackState, ...FeedbackState[]]),
      /** The time when the feedback was sent: "Saturday 21 November 2026 at 7.30pm". */
      when: z.string(),
    }),
  ),
  /**
   * For a browser without JavaScript: `just_sent` is true after sending, `typed` holds the typed values, and `answer`
   * the reason for a refusal.
   */
  just_sent: z.boolean(),
  ...postedFormFields,
});
export type FeedbackForm = z.infer<typeof FeedbackForm>;

export const sendFeedback = declareCall('POST', '/members/api/feedback', { body: FeedbackInput, once: true });

declare module '#platform/shared/pages.ts' {
  interface Pages {
    feedback_form: FeedbackForm;
  }
}
