import { passedOn } from '#platform/server/mail/index.ts';
import { type About, feedbackTopics } from '../topics.ts';

interface Sent {
  who: { name: string; email: string };
  about: About;
  message: string;
  wantsReply: boolean;
  /** As the browser describes itself. */
  device: string;
}

/** The mail that brings a member's feedback to those who look after the site. */
export function feedbackMail({ who, about, message, wantsReply, device }: Sent): {
  subject: string;
  text: string;
  replyTo: string;
} {
  const answer = wantsReply ? 'Reply to this email to answer.' : 'No answer is asked for.';
  const mail = passedOn({
    subject: `${feedbackTopics[about]}: feedback from ${who.name}`,
    paragraphs: [`${who.name} (${who.email}) wrote from the members’ side, about “${feedbackTopics[about]}”:`, message],
    foot: `${answer}\nBrowser: ${device || 'not said'}`,
  });
  return { ...mail, replyTo: wantsReply ? who.email : '' };
}
