import { passedOn } from '#platform/server/mail/index.ts';
import type { ContactSubject } from '../contact-form.ts';
import { emailPattern } from '../email-addresses.ts';

interface Received {
  name: string;
  contact: string;
  subject: ContactSubject;
  message: string;
}

/** Builds the email to the society about a message. A reply goes to the sender, if they left an address. */
export function buildContactMail({ name, contact, subject, message }: Received): {
  subject: string;
  text: string;
  replyTo: string;
} {
  const replyTo = emailPattern.test(contact) ? contact : '';
  const answer = replyTo ? 'Reply to this email to answer them.' : `Contact them on: ${contact}`;
  const mail = passedOn({
    subject: `${subject}: a message from ${name}`,
    paragraphs: [`${name} (${contact}) sent a message through the website about “${subject}”:`, message],
    foot: answer,
  });
  return { ...mail, replyTo };
}
