import { passedOn } from '#platform/server/mail/index.ts';
import { type FeedbackTopic, feedbackTopicLabels } from '../feedback-topics.ts';

interface Sent {
  who: { name: string; email: string };
  about: FeedbackTopic;
  message: string;
  wantsReply: boolean;
  /** The browser's description of itself. */
  device: string;
}

/** Builds the email with a member's feedback to people who manage the site. */
export function buildFeedbackMail({ who, about, message, wantsReply, device }: Sent): {
  subject: string;
  text: string;
  replyTo: string;
} {
  const answer = wantsReply ? 'Reply to this email to answer them.' : 'No reply needed.';
  const mail = passedOn({
    subject: `${feedbackTopicLabels[about]}: feedback from ${who.name}`,
    paragraphs: [
      `${who.name} (${who.email}) sent feedback from the members’ area about “${feedbackTopicLabels[about]}”:`,
      message,
    ],
    foot: `${answer}\nBrowser: ${device || 'not known'}`,
  });
  return { ...mail, replyTo: wantsReply ? who.email : '' };
}
