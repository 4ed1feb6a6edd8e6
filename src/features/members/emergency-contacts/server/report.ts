import { passedOn } from '#platform/server/mail/index.ts';

/** A view of contacts, as the email to the committee describes it. */
interface Look {
  who: { name: string; email: string };
  show: { title: string };
  /** "Saturday 21 November 2026 at 7.30pm" */
  when: string;
  people: readonly string[];
  /** The site, or "" if a mail can't name it. */
  home: string;
}

/** The mail that reports a look at emergency contacts. It names the people looked at, but nothing that was shown. */
export function composeAccessReport({ who, show, when, people, home }: Look): { subject: string; text: string } {
  const list = people.map((name) => `- ${name}`).join('\n') || 'Nobody: no one in this show has an account.';
  return passedOn({
    subject: `${who.name} viewed the emergency contacts for ${show.title}`,
    paragraphs: [
      `${who.name} (${who.email}) viewed the emergency contacts for “${show.title}” on ${when}.`,
      `Whose contacts were shown:\n${list}`,
      'Each of them can see this in their account settings. It’s recorded in the site’s log, where nobody can change it.',
      'If you don’t know why this was needed, ask them.',
      ...(home === '' ? [] : [home]),
    ],
  });
}
