/** The topics of feedback, and their labels for members. */
export const feedbackTopicLabels = {
  broken: 'Something is broken',
  lost: 'I can’t find something, or don’t know how to do it',
  idea: 'An idea',
  data: 'My account, or the data you hold about me',
  other: 'Something else',
} as const;
export type FeedbackTopic = keyof typeof feedbackTopicLabels;

/** The states of feedback. */
export const feedbackStateLabels = {
  new: 'Sent, not yet read',
  seen: 'Read',
  done: 'Dealt with',
} as const;
export type FeedbackState = keyof typeof feedbackStateLabels;

/** The maximum number of characters of a message. */
export const maxFeedbackLength = 5000;
