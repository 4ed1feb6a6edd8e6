import { listCreditedMembers } from '#features/archive/shows/server/index.ts';
import { listPostsAwaitingNotification, recordPostNotification } from '#features/publishing/posts/server/index.ts';
import { mayUse, setPostNotifications } from '#features/society/accounts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Loop } from '#platform/server/background/loops.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import type { Services } from '#platform/server/feature/feature.ts';
import type { RouteRegistry } from '#platform/server/http/route-registry.ts';
import { type CallHandler, ok } from '#platform/server/http/routes/call.ts';
import { canSendMail, composeEmail, type EmailContent, queueEmail } from '#platform/server/mail/index.ts';
import { buildExcerpt } from '#platform/shared/text/excerpt.ts';
import { setPostEmailPreference } from '../contract.ts';

type PostEmailServices = Pick<Services, 'mailTransport'>;

export function registerPostEmailPreferenceCall(registry: RouteRegistry, services: PostEmailServices): void {
  const { call } = registry;
  const context = { ...services, db: registry.db };
  call(setPostEmailPreference, { access: mayUse('account_settings') }, savePreference(context));
}

type Context = PostEmailServices & Pick<RouteRegistry, 'db'>;

const savePreference =
  ({ db, mailTransport: mail }: Context): CallHandler<typeof setPostEmailPreference> =>
  async ({ body: { told }, visitor, now }) => {
    await write(db, (tx) => setPostNotifications(tx, visitor.id, told, now));
    const confirmation = canSendMail(mail)
      ? 'We’ll email you about new posts in your shows.'
      : 'Saved. This site can’t send email yet, so you won’t get emails about posts until it can.';
    return ok(told ? confirmation : 'You’ll get no more emails about posts.');
  };

interface PostEmailContext {
  db: Database;
  clock: () => Date;
  /** Returns the base URL of links in emails; "" if the site doesn't know it. */
  home: () => string;
}

/**
 * Queues the emails about published posts, to the members of each post's show who want such emails. Each post is emailed
 * once, even if several processes call this function at the same time.
 */
export async function queuePostEmails({ db, clock, home }: PostEmailContext): Promise<void> {
  const now = clock().toISOString();
  for (const post of await listPostsAwaitingNotification(db.read, now)) {
    const { siteName } = await readSettings(db.read);
    const members = (await listCreditedMembers(db.read, post.show_id)).filter(
      ({ told_of_posts }) => told_of_posts === 1,
    );
    const mails = members.map(({ id: userId, email, firstname }) => ({
      id: newId(),
      idempotencyKey: `post ${post.id} ${userId}`,
      to: email,
      fromName: siteName,
      ...composePostEmail(post, { firstname, home: home(), siteName }),
      at: now,
    }));
    await write(db, async (tx) => {
      if (!(await recordPostNotification(tx, { id: post.id, anyone: mails.length > 0, now }))) return;
      for (const mail of mails) await queueEmail(tx, mail);
    });
  }
}

interface PublishedPost {
  id: string;
  title: string;
  author: string;
  content: string;
  show_title: string;
}

function composePostEmail(
  post: PublishedPost,
  { firstname, home, siteName }: { firstname: string; home: string; siteName: string },
): EmailContent {
  const beginning = buildExcerpt(post.content, 400);
  return composeEmail({
    subject: `${post.show_title}: ${post.title}`,
    firstname,
    before: [
      `${post.author || siteName} has written a post about ${post.show_title}:`,
      post.title,
      ...(beginning === '' ? [] : [beginning]),
    ],
    link: { label: 'Read the full post', href: `${home}/members/post/${post.id}` },
    after: [
      `You’re getting this because you asked for emails about posts in your shows. To stop them, go to ${home}/members/account_settings`,
    ],
    siteName,
  });
}

export const createPostEmailsLoop = (context: PostEmailContext): Loop => ({
  name: 'post emails',
  everyMs: 5000,
  run: () => queuePostEmails(context),
});
