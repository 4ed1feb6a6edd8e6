import { type About, abouts } from './topics.ts';

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
  const answer = wantsReply ? 'Reply to this mail to answer.' : 'No answer is asked for.';
  return {
    subject: `${abouts[about]}: feedback from ${who.name}`,
    text: `${who.name} (${who.email}) wrote from the members’ side, about “${abouts[about]}”:\n\n${message}\n\n-- \n${answer}\nBrowser: ${device || 'not said'}\n`,
    replyTo: wantsReply ? who.email : '',
  };
}
