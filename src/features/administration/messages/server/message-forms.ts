import { emailPattern } from '#features/society/accounts/contract.ts';
import { findUser, listConfiguredOrAdminEmails, mayUse } from '#features/society/accounts/server/index.ts';
import { buildMapCsp, parseMapUrl } from '#features/society/settings/maps.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { everyone } from '#platform/server/http/request/visitor.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { composeForwardedEmail, queueEmail } from '#platform/server/mail/index.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { type ContactContent, sendContactMessage } from '../contact-contract.ts';
import type { ContactSubject } from '../contact-form.ts';
import { type FeedbackContent, sendFeedback } from '../contract.ts';
import { type FeedbackTopic, feedbackTopicLabels } from '../message.ts';
import { createMessage, listUserFeedback } from './store.ts';

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

const contactThanks = 'Your message has been sent successfully!';

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
    for (const mail of mails) await queueEmail(tx, mail);
    return ok(contactThanks);
  });
};

interface Feedback {
  who: { name: string; email: string };
  about: FeedbackTopic;
  message: string;
  wantsReply: boolean;
  /** The browser's user agent. */
  device: string;
}

/**
 * Builds the email that forwards a member's feedback to the people who look after the site. If the member wants a
 * reply, replies go to the member.
 */
function composeFeedbackEmail({ who, about, message, wantsReply, device }: Feedback): {
  subject: string;
  text: string;
  replyTo: string;
} {
  const replyNote = wantsReply ? 'Reply to this email to answer them.' : 'No reply needed.';
  const mail = composeForwardedEmail({
    subject: `${feedbackTopicLabels[about]}: feedback from ${who.name}`,
    paragraphs: [
      `${who.name} (${who.email}) sent feedback from the members’ area about “${feedbackTopicLabels[about]}”:`,
      message,
    ],
    foot: `${replyNote}\nBrowser: ${device || 'not known'}`,
  });
  return { ...mail, replyTo: wantsReply ? who.email : '' };
}

const feedbackThanks = 'Thank you. Your message has gone to the people who look after the site.';
const feedbackPath = '/members/feedback_form';

const emptyFeedbackPage: FeedbackContent = {
  type: 'feedback_form',
  title: 'Help & Feedback',
  help_wiki: '',
  email: '',
  sent: [],
  just_sent: false,
  typed: {},
};

export function registerFeedbackRoutes(registry: RouteRegistry): void {
  const { call, page } = registry;
  const access = mayUse('help');
  page(feedbackPath, { type: 'feedback_form', access, query: ['sent'] }, buildFeedbackPage);
  const form = {
    done: `${feedbackPath}?sent`,
    again: async (answer: FeedbackContent['answer'], typed: FeedbackContent['typed'], visit: PageRequest) => ({
      ...(await buildFeedbackPage(visit)),
      answer,
      typed,
    }),
  };
  call(sendFeedback, { access, rateLimit: 'message', form }, handleFeedback);
}

const handleFeedback: CallHandler<typeof sendFeedback> = async ({
  body: { about, message, wants_reply },
  visitor,
  client,
  now,
  db,
  once,
}) => {
  const { webmasterMail, siteName } = await readSettings(db);
  const email = (await findUser(db, visitor.id))?.email ?? '';
  const device = client.device.slice(0, 300);
  const feedback = {
    id: newId(),
    kind: 'feedback' as const,
    user_id: visitor.id,
    name: visitor.name,
    contact: email,
    about,
    message,
    wants_reply,
    device,
    suspect: false,
    state: 'new' as const,
    received_at: now,
  };
  const notice = composeFeedbackEmail({
    who: { name: visitor.name, email },
    about,
    message,
    wantsReply: wants_reply,
    device,
  });
  const mails = (await listConfiguredOrAdminEmails(db, webmasterMail)).map((to) => ({
    ...notice,
    id: newId(),
    idempotencyKey: `feedback ${feedback.id} ${to}`,
    to,
    fromName: siteName,
    at: now,
  }));
  return once(async (tx) => {
    await createMessage(tx, feedback);
    for (const mail of mails) await queueEmail(tx, mail);
    return ok(feedbackThanks);
  });
};

async function buildFeedbackPage({ db, visitor, query }: PageRequest): Promise<FeedbackContent> {
  const { helpWiki, timeZone } = await readSettings(db);
  const sent = await listUserFeedback(db, visitor.id);
  return {
    ...emptyFeedbackPage,
    help_wiki: /^https?:\/\//i.test(helpWiki) && URL.canParse(helpWiki) ? helpWiki : '',
    email: (await findUser(db, visitor.id))?.email ?? '',
    sent: sent.map(({ id, about, message, wants_reply, state, received_at }) => ({
      id,
      about,
      message,
      wants_reply,
      state,
      when: formatDateTime(formatIsoWithOffset(received_at, timeZone)),
    })),
    just_sent: query.has('sent'),
  };
}
