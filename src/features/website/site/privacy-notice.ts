import { day, hour } from '#platform/shared/durations.ts';

/** The facts in the privacy notice that differ between societies, and how long everything is stored. */
export interface PrivacyFacts {
  /** Months, as Admin Settings has them; 0 is for ever. */
  retentionMonths: { messages: number; mail: number; bookings: number };
  /** How cards are paid with; null where they aren't. */
  card: 'square' | 'practice' | null;
  /** In milliseconds. */
  lifetimesMs: {
    addresses: number;
    session: number;
    idle: number;
    idleOfAdmins: number;
    device: number;
    basketCookie: number;
    basket: number;
    waiting: number;
  };
  needsMonths: number;
  declarationMonths: number;
  erasedAfterDays: number;
  restorableDays: number;
}

const counted = (count: number, unit: string): string =>
  count === 1 ? `one ${unit}` : `${count.toLocaleString('en-GB')} ${unit}s`;

/** "12 hours", "90 days", "one year". */
function timeOf(ms: number): string {
  if (ms % (365 * day) === 0) return counted(ms / (365 * day), 'year');
  return ms % day === 0 ? counted(ms / day, 'day') : counted(ms / hour, 'hour');
}

/** "for 24 months after the performance", or for ever. */
const months = (count: number, since = ''): string =>
  count === 0 ? 'for ever, unless you ask us to delete them' : `for ${counted(count, 'month')}${since}`;

/** The privacy page until the society writes its own. All of it is true of this software with these facts. */
export const buildPrivacyNotice = (facts: PrivacyFacts): string =>
  [
    'This site asks as little of you as it can. Here is what it keeps of you, and for how long.',
    ...looking(facts),
    ...writing(facts),
    ...booking(facts),
    ...paying(facts),
    ...account(facts),
    ...giftAid(facts),
    ...shows,
    ...others(facts),
    ...asking,
  ].join('\n\n');

const looking = ({ card, lifetimesMs: lasts }: PrivacyFacts) => [
  '## When you only look',
  `- We set **no cookies** and use no trackers, no advertising and no outside fonts.
- Nothing is loaded from another site before you ask for it${card === 'square' ? ', but for the form of a card: see below' : ''}. A map is loaded only when you press its button, and a link to another site is only a link. From then on that site’s own rules hold.
- The server notes which page was asked for, when, and whether that went well. It does not note who asked.
- So that nobody can flood the site or guess passwords, requests and tries are counted by internet address. What was **refused** is written down in a log that only admins read: how often, and from which address. The address is deleted from it after ${timeOf(lasts.addresses)}.
- If you choose light or dark, your own device remembers it. Your choice is not sent to us.`,
];

const writing = ({ retentionMonths: keeps, restorableDays }: PrivacyFacts) => [
  '## When you write to us',
  'The [contact form](/contact) sends us your name, the email address or number you give, the subject and your message. We may mail them among ourselves, so that we can answer you. We don’t add you to a mailing list.',
  `We keep messages, and who has corrected our archive, ${months(keeps.messages)}. What we delete ourselves can be brought back for ${counted(restorableDays, 'day')}.`,
];

const booking = ({ retentionMonths: keeps, lifetimesMs: lasts, needsMonths }: PrivacyFacts) => [
  '## When you book tickets',
  `- While you choose, a **cookie** lets your browser find its basket again. It ends after ${timeOf(lasts.basketCookie)}. The basket knows your internet address, so that nobody can hold the whole house. What isn’t paid for is forgotten ${timeOf(lasts.basket)} later.
- If your tickets **cost nothing**, we keep your name and email address with the basket until you or the box office confirm them. What nobody confirms in time is forgotten ${timeOf(lasts.basket)} later too.
- We keep your name, what you give us of email address and telephone, your tickets and seats, and what you tell us that you need. Whoever looks after bookings and the door reads it. We write to you about your tickets, and about nothing else.
- What you need, and what was noted about it, is deleted ${counted(needsMonths, 'month')} after the performance.
- Your name, email address and telephone, and whether you came, are kept ${months(keeps.bookings, ' after the performance')}. What was sold and paid stays in our books, without your name.
- If you join a **waiting list**, we keep your name and email address until ${timeOf(lasts.waiting)} after the last performance that you wait for.`,
];

const paying = ({ card }: PrivacyFacts) => {
  if (card === null) return [];
  const title = '## When you pay by card';
  if (card === 'practice') return [title, 'This site is a demo: cards are paid with for practice, and no money moves.'];
  return [
    title,
    'Where you pay, or change the card of a subscription, the page loads the form for your card from **Square**, without your pressing anything. Square then knows your internet address, and its own rules hold for what you type there. The number of your card goes to Square alone and never reaches us.',
    'We tell Square your name, your email address and the amount. We keep the kind of card and its last four digits; of a card that renews a subscription also when it expires, and its postcode. What was paid, when and for what stays in our books.',
  ];
};

const account = ({ retentionMonths: keeps, lifetimesMs: lasts, erasedAfterDays }: PrivacyFacts) => [
  '## When you have an account',
  `- We keep your name and email address, what you may use here, your subscriptions and what you paid; your telephone number and whom to ring for you, if you give them. Of your password we keep only what nobody can read.
- Two **cookies** come with signing in. One keeps you signed in: for ${timeOf(lasts.session)} at most, and not once you have stayed away for ${timeOf(lasts.idle)}, or as an admin for ${timeOf(lasts.idleOfAdmins)}. The other knows your device again, for ${timeOf(lasts.device)}. Signing in with a passkey needs a third, for minutes.
- Each sign-in is noted with the browser and the internet address. You see them in your account settings; the log forgets the address after ${timeOf(lasts.addresses)}.
- Whom to ring for you is seen by the directors of your shows and by admins. Each look is noted, and you can see who looked.
- What you type and haven’t sent is kept on your own device.
- Mails that we send to anybody are kept ${months(keeps.mail)}.
- In your account settings you download what we hold about you, or have it erased. Then your account is shut at once, and erased after ${counted(erasedAfterDays, 'day')}. Your name in programmes stays, shown as you choose; payments and the log of what was done stay without your name.`,
];

const giftAid = ({ declarationMonths }: PrivacyFacts) => [
  '## When you declare Gift Aid',
  `If we claim Gift Aid and you make a declaration, we keep your name and home address with it, and give them to HM Revenue & Customs when we claim. HMRC may ask for a declaration for years after a claim. So we keep it for **${counted(declarationMonths / 12, 'year')}** after you have withdrawn or replaced it, also if you have your account erased. Then it is deleted.`,
];

const shows = [
  '## Names of people in our shows',
  'Our archive names the people who took part in our shows, on stage and behind it, as the programmes did. If you would rather be shown under another name, or not at all, write to us.',
];

const others = ({ card }: PrivacyFacts) => [
  '## Who else gets it',
  `Nobody whom you don’t read of here. Whoever runs our server and carries our mail handles all of this for us${card === 'square' ? ', and Square the cards' : ''}.`,
  'We make backups of everything. What is deleted here is still in the older ones, until those are deleted too.',
];

const asking = [
  '## What you can ask of us',
  'You can ask what we hold about you, and have it put right or deleted. [Write to us](/contact) and a person will answer. If you are not content with the answer, you can turn to the [Information Commissioner’s Office](https://ico.org.uk/).',
];
