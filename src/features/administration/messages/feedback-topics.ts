import type { MessageKind } from './inbox-contract.ts';

/** The topics of feedback, with their labels. */
export const feedbackTopicLabels = {
  broken: 'Something is broken',
  lost: 'I can’t find something, or don’t know how to do it',
  idea: 'An idea',
  data: 'My account, or the data you hold about me',
  other: 'Something else',
} as const;
export type FeedbackTopic = keyof typeof feedbackTopicLabels;

/** The states of feedback, with their labels for the member. */
export const feedbackStateLabels = {
  new: 'Sent, not yet read',
  seen: 'Read',
  done: 'Dealt with',
} as const;
export type FeedbackState = keyof typeof feedbackStateLabels;

/** The maximum length of feedback, in characters. */
export const maxFeedbackLength = 5000;

/** Returns the label of a message's subject. The subjects of the contact form are stored as their labels. */
export const formatMessageTopic = ({ kind, about }: { kind: MessageKind; about: string }): string =>
  (kind === 'feedback' && (feedbackTopicLabels as Record<string, string>)[about]) || about;
