import { emailPattern } from '#features/society/accounts/email.ts';
import { listConfiguredOrAdminEmails } from '#features/society/accounts/server/index.ts';
import { buildMapCsp, parseMapUrl } from '#features/society/settings/maps.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { composeForwardedEmail, queueMail } from '#platform/server/mail/index.ts';
import { type ContactContent, sendContactMessage } from '../contact-contract.ts';
import type { ContactSubject } from '../contact-form.ts';
import { createMessage } from './store.ts';

interface ContactMessage {
  name: string;
  contact: string;
  subject: ContactSubject;
  message: string;
}

/**
 * Builds the email that forwards a message to the society. If the contact is an email address, replies go to the
 * sender.
 */
function composeContactEmail({ name, contact, subject, message }: ContactMessage): {
  subject: string;
  text: string;
  replyTo: string;
} {
  const replyTo = emailPattern.test(contact) ? contact : '';
  const foot = replyTo ? 'Reply to this email to answer them.' : `Contact them on: ${contact}`;
  const mail = composeForwardedEmail({
    subject: `${subject}: a message from ${name}`,
    paragraphs: [`${name} (${contact}) sent a message through the website about “${subject}”:`, message],
    foot,
  });
  return { ...mail, replyTo };
}

const thanks = 'Your message has been sent successfully!';

const toContactPage = (some: Partial<ContactContent> = {}): ContactContent => ({
  type: 'contact',
  title: 'Say hello',
  sent: false,
  typed: {},
  ...some,
});

export function registerContactRoutes(registry: RouteRegistry): void {
  const { call, page } = registry;
  const csp = ({ maps_url }: ContactContent) => buildMapCsp(maps_url);
  page('/contact', { type: 'contact', access: everyone, csp }, buildContactPage);
  page('/contact/sent', { type: 'contact', access: everyone }, () => toContactPage({ title: 'Success', sent: true }));
  const form = {
    done: '/contact/sent',
    again: (answer: ContactContent['answer'], typed: ContactContent['typed']) => toContactPage({ answer, typed }),
  };
  call(sendContactMessage, { access: everyone, rateLimit: 'message', form }, handleContactMessage);
}

const buildContactPage = async ({ db }: PageRequest): Promise<ContactContent> => {
  const map = parseMapUrl((await readSettings(db)).mapsURL);
  return toContactPage(map ? { maps_url: map.embed } : {});
};

const handleContactMessage: CallHandler<typeof sendContactMessage> = async ({
  body: { website, subject, ...message },
  now,
  db,
  once,
}) => {
  const { contactEmail, siteName } = await readSettings(db);
  const suspect = website !== '';
  const id = newId();
  // Probable spam is stored, in case a person wrote it after all, but it isn't emailed
  const mails = (suspect ? [] : await listConfiguredOrAdminEmails(db, contactEmail)).map((to) => ({
    ...composeContactEmail({ ...message, subject }),
    id: newId(),
    idempotencyKey: `contact ${id} ${to}`,
    to,
    fromName: siteName,
    at: now,
  }));
  return once(async (tx) => {
    await createMessage(tx, {
      ...message,
      ...{ id, suspect, about: subject, received_at: now },
      ...{ kind: 'contact', user_id: null, wants_reply: true, device: '', state: 'new' },
    });
    for (const mail of mails) await queueMail(tx, mail);
    return ok(thanks);
  });
};
