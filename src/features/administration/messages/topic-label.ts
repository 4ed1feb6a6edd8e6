import { feedbackTopicLabels } from './feedback-topics.ts';
import type { MessageKind } from './inbox-contract.ts';

/**
 * Returns the label of a message's subject: a topic of feedback in words, a subject of the contact form as it was
 * chosen.
 */
export const messageTopicLabel = ({ kind, about }: { kind: MessageKind; about: string }): string =>
  (kind === 'feedback' && (feedbackTopicLabels as Record<string, string>)[about]) || about;
