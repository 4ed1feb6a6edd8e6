/** The topics of feedback, and the words in which members choose them. */
export const feedbackTopicLabels = {
  broken: 'Something is broken',
  lost: 'I can’t find something, or don’t know how',
  idea: 'An idea',
  data: 'My account, or what is known of me',
  other: 'Something else',
} as const;
export type FeedbackTopic = keyof typeof feedbackTopicLabels;

/** The states of feedback. */
export const feedbackStateLabels = {
  new: 'Sent, not read yet',
  seen: 'Read',
  done: 'Dealt with',
} as const;
export type FeedbackState = keyof typeof feedbackStateLabels;

/** The most characters that a message takes. */
export const maxFeedbackLength = 5000;
