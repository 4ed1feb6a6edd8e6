import { type Letter, passedOn } from '#platform/server/mail/index.ts';
import { formatQuotation, type ReceivedMessage } from '../reply.ts';

/** The mail that answers a message: what was typed, who typed it, and what it answers. */
export const buildReplyMail = (
  { about, name, message }: Omit<ReceivedMessage, 'contact'>,
  { text, by, siteName }: { text: string; by: string; siteName: string },
): Pick<Letter, 'subject' | 'text'> =>
  passedOn({ subject: `Re: ${about}`, paragraphs: [text, `${by}\n${siteName}`, formatQuotation({ name, message })] });
