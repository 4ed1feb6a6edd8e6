import { day, hour } from '#platform/shared/dates/durations.ts';

/** The standard accessibility statement, shown unless the society writes its own. */
export const accessibilityStatement = `
We want everyone to be able to use this site, however they see, hear, move or read.

## What you can count on

- Everything works with the keyboard alone, and the focus is always visible.
- Text can be enlarged to 200% and more without losing anything, even on a phone.
- Light or dark follows your device, or your choice at the foot of each page. Both have strong contrast.
- Nothing moves by itself if your device asks for less motion.
- Every public page can be read in full without JavaScript.
- Screen readers announce results, messages and errors as they appear.

The site is built to the [Web Content Accessibility Guidelines 2.2](https://www.w3.org/TR/WCAG22/), level AA. Its pages are tested automatically whenever the software changes. It hasn’t been independently audited.

## What may fall short

- Scanned programmes and old documents are pictures of text, which a screen reader can’t read.
- Old photographs may be described only by the show they belong to.
- Maps, videos and reviews from other sites are only as accessible as those sites make them.

## Tell us

If something stops you, [write to us](/contact). Say which page it was and what you were using, and we’ll put it right or send you what you need in another format.
`.trim();

/** The facts in the privacy notice that depend on the settings and the features. */
export interface PrivacyFacts {
  /** The retention times in Admin Settings; 0 is for ever. */
  retentionMonths: { messages: number; mail: number; bookings: number };
  /** The card payment service; null if there is none. */
  card: 'square' | 'practice' | null;
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

const formatCount = (count: number, unit: string): string =>
  count === 1 ? `one ${unit}` : `${count.toLocaleString('en-GB')} ${unit}s`;

/** Formats "12 hours", "90 days" or "one year". */
function formatDuration(ms: number): string {
  if (ms % (365 * day) === 0) return formatCount(ms / (365 * day), 'year');
  return ms % day === 0 ? formatCount(ms / day, 'day') : formatCount(ms / hour, 'hour');
}

/** Formats "for 24 months after the performance", or "for ever…" for 0. */
const formatMonths = (count: number, since = ''): string =>
  count === 0 ? 'for ever, unless you ask us to delete them' : `for ${formatCount(count, 'month')}${since}`;

/**
 * Builds the standard privacy notice, which is shown unless the society writes its own. Every statement in it must be
 * true of this software.
 */
export const buildPrivacyNotice = (facts: PrivacyFacts): string =>
  [
    'This site collects as little about you as it can. Here’s what it stores, and for how long.',
    ...describeBrowsing(facts),
    ...describeMessages(facts),
    ...describeBookings(facts),
    ...describeCardPayments(facts),
    ...describeAccounts(facts),
    ...describeGiftAid(facts),
    ...archiveSection,
    ...describeRecipients(facts),
    ...rightsSection,
  ].join('\n\n');

const describeBrowsing = ({ card, lifetimesMs: lasts }: PrivacyFacts) => [
  '## When you just browse',
  `- We set **no cookies** and use no trackers, no advertising and no outside fonts.
- Nothing is loaded from another site until you ask for it${card === 'square' ? ', except the card form: see below' : ''}. A map is loaded only when you press its button, and a link to another site is just a link. From then on, that site’s own rules apply.
- The server records which page was requested, when, and whether it succeeded. It does not record who requested it.
- To stop anyone flooding the site or guessing passwords, requests and attempts are counted by internet address. **Refused** attempts are recorded in a log that only admins can read: how many, and from which address. The address is deleted after ${formatDuration(lasts.addresses)}.
- If you choose light or dark, your own device remembers it. We don’t receive your choice.`,
];

const describeMessages = ({ retentionMonths: keeps, restorableDays }: PrivacyFacts) => [
  '## When you write to us',
  'The [contact form](/contact) sends us your name, the email address or number you give, the subject and your message. We may forward them to each other by email so that we can answer you. We don’t add you to a mailing list.',
  `We keep messages, and the names of people who have corrected our archive, ${formatMonths(keeps.messages)}. If we delete something ourselves, it can be restored for ${formatCount(restorableDays, 'day')}.`,
];

const describeBookings = ({ retentionMonths: keeps, lifetimesMs: lasts, needsMonths }: PrivacyFacts) => [
  '## When you book tickets',
  `- While you choose, a **cookie** lets your browser find its basket again. It expires after ${formatDuration(lasts.basketCookie)}. The basket stores your internet address, so that nobody can hold every seat. Anything unpaid is deleted ${formatDuration(lasts.basket)} later.
- If your tickets **cost nothing**, we keep your name and email address with the basket until you or the box office confirm them. What nobody confirms in time is deleted ${formatDuration(lasts.basket)} later too.
- We keep your name, any email address and phone number you give us, your tickets and seats, and any needs you tell us about. The people who look after bookings and the door can read this. We only write to you about your tickets.
- Your needs, and any notes about them, are deleted ${formatCount(needsMonths, 'month')} after the performance.
- Your name, email address and phone number, and whether you came, are kept ${formatMonths(keeps.bookings, ' after the performance')}. Sales and payments stay in our accounts, without your name.
- If you join a **waiting list**, we keep your name and email address until ${formatDuration(lasts.waiting)} after the last performance you’re waiting for.`,
];

const describeCardPayments = ({ card }: PrivacyFacts) => {
  if (card === null) return [];
  const title = '## When you pay by card';
  if (card === 'practice')
    return [title, 'This site is a demo: card payments are simulated and no money changes hands.'];
  return [
    title,
    'Where you pay, or change the card for a subscription, the page automatically loads the card form from **Square**. Square then knows your internet address, and its own rules apply to what you type there. Your card number goes only to Square and never reaches us.',
    'We give Square your name, your email address and the amount. We keep the type of card and its last four digits; for a card that renews a subscription, also its expiry date and postcode. What was paid, when and for what stays in our accounts.',
  ];
};

const describeAccounts = ({ retentionMonths: keeps, lifetimesMs: lasts, erasedAfterDays }: PrivacyFacts) => [
  '## When you have an account',
  `- We keep your name and email address, what you may use here, your subscriptions and what you paid; your phone number and your emergency contact, if you give them. We store your password only in a form that nobody can read.
- Signing in sets two **cookies**. One keeps you signed in for up to ${formatDuration(lasts.session)}, or until you’ve been away for ${formatDuration(lasts.idle)} (${formatDuration(lasts.idleOfAdmins)} for admins). The other recognises your device for ${formatDuration(lasts.device)}. Signing in with a passkey needs a third, for a few minutes.
- Each sign-in is recorded with the browser and the internet address. You can see them in your account settings; the address is deleted from the log after ${formatDuration(lasts.addresses)}.
- Your emergency contact can be seen by the directors and producers of your shows and by admins. Each view is recorded, and you can see who has looked.
- Anything you’ve typed but not sent is stored on your own device.
- Emails that we send are kept ${formatMonths(keeps.mail)}.
- In your account settings you can download what we hold about you, or have it erased. Your account is then disabled straight away and erased after ${formatCount(erasedAfterDays, 'day')}. Your name in programmes stays, shown as you choose; payments and the audit log stay, without your name.`,
];

const describeGiftAid = ({ declarationMonths }: PrivacyFacts) => [
  '## When you declare Gift Aid',
  `If we claim Gift Aid and you make a declaration, we keep your name and home address with it, and give them to HM Revenue & Customs when we claim. HMRC may ask for a declaration years after a claim, so we keep it for **${formatCount(declarationMonths / 12, 'year')}** after you’ve withdrawn or replaced it, even if you have your account erased. Then it is deleted.`,
];

const archiveSection = [
  '## Names of people in our shows',
  'Our archive names the people who took part in our shows, on stage and behind the scenes, as the programmes did. If you’d rather be shown under another name, or not at all, contact us.',
];

const describeRecipients = ({ card }: PrivacyFacts) => [
  '## Who else sees it',
  `Only those mentioned here. The people who run our server and deliver our emails handle all of this for us${card === 'square' ? ', and Square handles the cards' : ''}.`,
  'We back up everything. Anything deleted here stays in older backups until those are deleted too.',
];

const rightsSection = [
  '## What you can ask of us',
  'You can ask what we hold about you, and have it put right or deleted. [Write to us](/contact) and a person will answer. If you’re not happy with the answer, you can complain to the [Information Commissioner’s Office](https://ico.org.uk/).',
];
