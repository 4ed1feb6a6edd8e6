/** The topics of feedback, and the words in which members choose them. */
export const feedbackTopics = {
  broken: 'Something is broken',
  lost: 'I can’t find something, or don’t know how',
  idea: 'An idea',
  data: 'My account, or what is known of me',
  other: 'Something else',
} as const;
export type About = keyof typeof feedbackTopics;

/** The states of feedback. */
export const states = {
  new: 'Sent, not read yet',
  seen: 'Read',
  done: 'Dealt with',
} as const;
export type State = keyof typeof states;

/** The most characters that a message takes. */
export const longest = 5000;
