import { feedbackTopics } from '#features/feedback/topics.ts';
import type { Kind } from './contract.ts';

/** What a message is about: a topic of feedback in words, a subject of the contact form as it was chosen. */
export const aboutInWords = ({ kind, about }: { kind: Kind; about: string }): string =>
  (kind === 'feedback' && (feedbackTopics as Record<string, string>)[about]) || about;
