import { findUser, listConfiguredOrAdminEmails, mayUse } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import type { PageRequest } from '#platform/server/http/routes/page.ts';
import { composeForwardedEmail, queueMail } from '#platform/server/mail/index.ts';
import { formatDateTime } from '#platform/shared/dates/dates.ts';
import { formatIsoWithOffset } from '#platform/shared/dates/local-time.ts';
import { type FeedbackContent, sendFeedback } from '../contract.ts';
import { type FeedbackTopic, feedbackTopicLabels } from '../message.ts';
import { createMessage, listUserFeedback } from './store.ts';

interface Feedback {
  who: { name: string; email: string };
  about: FeedbackTopic;
  message: string;
  wantsReply: boolean;
  /** The browser's user agent. */
  device: string;
}

/** Builds the email that forwards a member's feedback to the people who look after the site. */
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

const thanks = 'Thank you. Your message has gone to the people who look after the site.';
const path = '/members/feedback_form';

const emptyPage: FeedbackContent = {
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
  page(path, { type: 'feedback_form', access, query: ['sent'] }, buildFeedbackPage);
  const form = {
    done: `${path}?sent`,
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
    for (const mail of mails) await queueMail(tx, mail);
    return ok(thanks);
  });
};

async function buildFeedbackPage({ db, visitor, query }: PageRequest): Promise<FeedbackContent> {
  const { helpWiki, timeZone } = await readSettings(db);
  const sent = await listUserFeedback(db, visitor.id);
  return {
    ...emptyPage,
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
