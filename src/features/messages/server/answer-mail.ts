import { type Letter, passedOn } from '#platform/server/mail/index.ts';
import { type Message, quoted } from '../reply.ts';

/** The mail that answers a message: what was typed, who typed it, and what it answers. */
export const answerMail = (
  { about, name, message }: Omit<Message, 'contact'>,
  { text, by, siteName }: { text: string; by: string; siteName: string },
): Pick<Letter, 'subject' | 'text'> =>
  passedOn({ subject: `Re: ${about}`, paragraphs: [text, `${by}\n${siteName}`, quoted({ name, message })] });
