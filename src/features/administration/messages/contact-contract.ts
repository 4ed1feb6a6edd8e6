import { z } from 'zod';
import { postedFormFields } from '#features/society/accounts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { honeypot, multilineText, requiredSingleLine } from '#platform/shared/calls/schemas.ts';
import { contactFormSubjects, maxContactLengths } from './contact-form.ts';

export const SendContactMessageBody = z.object({
  name: requiredSingleLine('Enter your name.', maxContactLengths.name),
  contact: requiredSingleLine(
    'Enter an email address or a phone number so that we can reply.',
    maxContactLengths.contact,
  ),
  subject: z.enum(contactFormSubjects, { error: 'Choose what your message is about.' }),
  message: multilineText('Write a message.', maxContactLengths.message, 'the message'),
  website: honeypot,
});
export type SendContactMessageBody = z.infer<typeof SendContactMessageBody>;

/** `/contact`: the form on its own page, with the typed values and the response for a browser without JavaScript. */
export const ContactContent = z.object({
  type: z.literal('contact'),
  title: z.string(),
  sent: z.boolean(),
  /** The URL of a map to embed, if the society has one. */
  maps_url: z.string().exactOptional(),
  ...postedFormFields,
});
export type ContactContent = z.infer<typeof ContactContent>;

export const sendContactMessage = declareCall('POST', '/api/contact', { body: SendContactMessageBody, once: true });

declare module '#platform/shared/pages.ts' {
  interface Pages {
    contact: ContactContent;
  }
}
