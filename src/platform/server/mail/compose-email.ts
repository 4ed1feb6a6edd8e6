import { escapeMarkup } from '../formats/xml.ts';

/** The content of an email: the paragraphs `before` and `after`, and a link or a list of URLs between them. */
interface Content {
  subject: string;
  /**
   * The first name of the greeted person; "" for a greeting without a name, because anybody who registers can type
   * anything as a name.
   */
  firstname?: string;
  before: readonly string[];
  link?: { label: string; href: string };
  addresses?: readonly string[];
  after?: readonly string[];
  siteName: string;
}

/** An email as plain text and as HTML. */
export interface EmailContent {
  subject: string;
  text: string;
  html: string;
}

/**
 * Composes an email to one person as plain text, and as simple HTML with the same text. This is for the site's own
 * words; `composeForwardedEmail` passes on a person's words.
 */
export function composeEmail({
  subject,
  firstname = '',
  before,
  link,
  addresses = [],
  after = [],
  siteName,
}: Content): EmailContent {
  const greeting = firstname === '' ? 'Hello,' : `Hello ${firstname},`;
  const links = [...(link ? [`${link.label}:\n${link.href}`] : []), ...listed(addresses, '\n')];
  const anchors = [...(link ? [anchor(link)] : []), ...listed(addresses.map(anchorTo), '<br>')];
  const paragraphs = [
    ...[greeting, ...before].map(escapeMarkup),
    ...anchors,
    ...[...after, siteName].map(escapeMarkup),
  ].map((markup) => `<p>${markup}</p>`);
  return {
    subject,
    text: inParagraphs([greeting, ...before, ...links, ...after], siteName),
    html: `<!doctype html><meta charset="utf-8"><body style="font:16px/1.5 sans-serif">${paragraphs.join('')}</body>`,
  };
}

/**
 * Composes an email that passes on a person's message or action: only as plain text, in that person's words. It is for
 * those who look after the site or wait for a reply. It has no greeting, and `foot` says how to reply.
 */
export const composeForwardedEmail = ({
  subject,
  paragraphs,
  foot,
}: {
  subject: string;
  paragraphs: readonly string[];
  foot?: string;
}): Pick<EmailContent, 'subject' | 'text'> => ({ subject, text: inParagraphs(paragraphs, foot) });

/**
 * Joins paragraphs, and adds the foot below "-- ". Mail programs take the text below this mark for a signature, and
 * leave it out of replies.
 */
const inParagraphs = (paragraphs: readonly string[], foot = ''): string =>
  `${[...paragraphs, ...(foot === '' ? [] : [`-- \n${foot}`])].join('\n\n')}\n`;

const listed = (lines: readonly string[], between: string) => (lines.length > 0 ? [lines.join(between)] : []);

/**
 * Returns a link as HTML. Without a host (no PUBLIC_URL) it wouldn't lead anywhere, so only its path is written, as
 * text.
 */
const anchor = ({ label, href }: { label: string; href: string }) =>
  href.startsWith('http') ? `<a href="${escapeMarkup(href)}">${escapeMarkup(label)}</a>` : escapeMarkup(href);

const anchorTo = (address: string) => anchor({ label: address, href: address });
