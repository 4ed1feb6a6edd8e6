import { listShowMembers } from '#features/archive/shows/server/index.ts';
import { listPostsToNotify, markPostNotified } from '#features/publishing/posts/server/index.ts';
import { readSettings } from '#features/society/settings/server/index.ts';
import type { Loop } from '#platform/server/background/loops.ts';
import { newId } from '#platform/server/crypto/ids.ts';
import { type Database, write } from '#platform/server/database/index.ts';
import { composeEmail, type EmailContent, queueMail } from '#platform/server/mail/index.ts';
import { excerpt } from '#platform/shared/text/excerpt.ts';

interface Telling {
  db: Database;
  clock: () => Date;
  /** Origin for links, or "" if no address is set. */
  home: () => string;
}

/**
 * Mails posts, once they are published, to the members of their shows (`membersOfShow`) who want such mails: each post
 * once, however many processes do so at the same time.
 */
export async function queuePostMails({ db, clock, home }: Telling): Promise<void> {
  const now = clock().toISOString();
  for (const post of await listPostsToNotify(db.read, now)) {
    const { siteName } = await readSettings(db.read);
    const members = (await listShowMembers(db.read, post.show_id)).filter(({ told_of_posts }) => told_of_posts === 1);
    const mails = members.map(({ id: userId, email, firstname }) => ({
      id: newId(),
      idempotencyKey: `post ${post.id} ${userId}`,
      to: email,
      fromName: siteName,
      ...postMail(post, { firstname, home: home(), siteName }),
      at: now,
    }));
    await write(db, async (tx) => {
      if (!(await markPostNotified(tx, { id: post.id, anyone: mails.length > 0, now }))) return;
      for (const mail of mails) await queueMail(tx, mail);
    });
  }
}

interface Told {
  id: string;
  title: string;
  author: string;
  content: string;
  show_title: string;
}

/** To a member of a show, about a post for everyone in it. */
function postMail(
  post: Told,
  { firstname, home, siteName }: { firstname: string; home: string; siteName: string },
): EmailContent {
  const begun = excerpt(post.content, 400);
  return composeEmail({
    subject: `${post.show_title}: ${post.title}`,
    firstname,
    before: [
      `${post.author || siteName} has written to everyone in ${post.show_title}:`,
      post.title,
      ...(begun === '' ? [] : [begun]),
    ],
    link: { label: 'Read the full post', href: `${home}/members/post/${post.id}` },
    after: [
      `You’re getting this because you asked for emails about posts in your shows. To stop them, go to ${home}/members/account_settings`,
    ],
    siteName,
  });
}

export const postMailsLoop = (telling: Telling): Loop => ({
  name: 'post emails',
  everyMs: 5000,
  run: () => queuePostMails(telling),
});
