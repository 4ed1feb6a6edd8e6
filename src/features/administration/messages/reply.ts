import { parseEmailList } from './email-addresses.ts';

export interface ReceivedMessage {
  /** As it was typed: an email address, a phone number, or neither. */
  contact: string;
  /** Its subject, in words. */
  about: string;
  name: string;
  message: string;
}

/** Mail programs refuse longer addresses. */
const longestQuote = 1200;

/** Returns the one address that an answer can be mailed to; "" if there is none, or the text contains anything else. */
export function parseReplyAddress(contact: string): string {
  const [email] = parseEmailList(contact);
  return email !== undefined && email === contact.trim() ? email : '';
}

/** The quotation under an answer, as mail programs write it. */
export const formatQuotation = ({ name, message }: Pick<ReceivedMessage, 'name' | 'message'>) =>
  `${name || 'You'} wrote:\n${message.replace(/^/gm, '> ')}`;

/** Returns the link that opens an answer in the admin's own mail program, or dials; "" if there is nobody to answer. */
export function buildReplyHref({ contact, about, name, message }: ReceivedMessage): string {
  const email = parseReplyAddress(contact);
  if (email !== '') {
    const quote = message.length > longestQuote ? `${cut(message)}…` : message;
    const body = `\n\n${formatQuotation({ name, message: quote })}\n`;
    const to = encodeURIComponent(email).replaceAll('%40', '@');
    return `mailto:${to}?subject=${encodeURIComponent(`Re: ${about}`)}&body=${encodeURIComponent(body.replace(/\n/g, '\r\n'))}`;
  }
  const digits = contact.replace(/[\s().-]/g, '');
  return /^\+?\d{5,16}$/.test(digits) ? `tel:${digits}` : '';
}

/** Never half a character. */
const cut = (text: string) => text.slice(0, longestQuote).replace(/[\ud800-\udbff]$/, '');
