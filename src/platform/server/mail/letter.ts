import { escapeMarkup } from '../formats/escape.ts';

/** What a letter says: paragraphs, and at most one link, on a line of its own. */
interface Content {
  subject: string;
  /** Whom it greets. "" greets nobody by name: whoever registers may write anything as their name. */
  firstname?: string;
  before: readonly string[];
  link?: { words: string; href: string };
  after?: readonly string[];
  siteName: string;
}

/** A letter as both kinds of mail programs show it. */
export interface Letter {
  subject: string;
  text: string;
  html: string;
}

/** Writes a letter to one person as plain text, and as simple HTML that says the same. Every mail to a member is one. */
export function letter({ subject, firstname = '', before, link, after = [], siteName }: Content): Letter {
  const greeting = firstname === '' ? 'Hello,' : `Hello ${firstname},`;
  const text = [greeting, ...before, ...(link ? [`${link.words}:\n${link.href}`] : []), ...after, `-- \n${siteName}`];
  const paragraphs = [greeting, ...before].map((line) => `<p>${escapeMarkup(line)}</p>`);
  // Without a host (no PUBLIC_URL) a link would lead nowhere: the path is written as it is
  const whole = link?.href.startsWith('http');
  const anchor =
    link && (whole ? `<a href="${escapeMarkup(link.href)}">${escapeMarkup(link.words)}</a>` : escapeMarkup(link.href));
  const rest = [...(anchor ? [`<p>${anchor}</p>`] : []), ...after.map((line) => `<p>${escapeMarkup(line)}</p>`)];
  const html = `<!doctype html><meta charset="utf-8"><body style="font:16px/1.5 sans-serif">${[...paragraphs, ...rest].join('')}<p>${escapeMarkup(siteName)}</p></body>`;
  return { subject, text: `${text.join('\n\n')}\n`, html };
}
