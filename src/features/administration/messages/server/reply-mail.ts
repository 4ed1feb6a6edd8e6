import { type Letter, passedOn } from '#platform/server/mail/index.ts';
import { formatQuotation, type ReceivedMessage } from '../reply.ts';

/** Builds the email that answers a message: the typed text, its author, and the message. */
export const buildReplyMail = (
  { about, name, message }: Omit<ReceivedMessage, 'contact'>,
  { text, by, siteName }: { text: string; by: string; siteName: string },
): Pick<Letter, 'subject' | 'text'> =>
  passedOn({ subject: `Re: ${about}`, paragraphs: [text, `${by}\n${siteName}`, formatQuotation({ name, message })] });
