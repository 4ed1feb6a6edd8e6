import { toDialString } from '#platform/shared/text/phone-number.ts';
import { parseEmailList } from './email-addresses.ts';

export interface ReceivedMessage {
  /** The contact as typed: an email address, a phone number or anything else. */
  contact: string;
  /** The label of the message's subject. */
  about: string;
  name: string;
  message: string;
}

/** The maximum length of a quotation in a `mailto:` link: mail programs refuse longer links. */
const maxQuoteLength = 1200;

/** Returns the email address in a contact field; "" if the field contains anything else. */
export function parseReplyAddress(contact: string): string {
  const [email] = parseEmailList(contact);
  return email !== undefined && email === contact.trim() ? email : '';
}

/** Formats the quotation below a reply, as mail programs do. */
export const formatQuotation = ({ name, message }: Pick<ReceivedMessage, 'name' | 'message'>) =>
  `${name || 'You'} wrote:\n${message.replace(/^/gm, '> ')}`;

/** Builds the link that opens a reply in the admin's mail program, or dials a number; "" if neither is possible. */
export function buildReplyHref({ contact, about, name, message }: ReceivedMessage): string {
  const email = parseReplyAddress(contact);
  if (email !== '') {
    const quote = message.length > maxQuoteLength ? `${truncate(message)}…` : message;
    const body = `\n\n${formatQuotation({ name, message: quote })}\n`;
    const to = encodeURIComponent(email).replaceAll('%40', '@');
    return `mailto:${to}?subject=${encodeURIComponent(`Re: ${about}`)}&body=${encodeURIComponent(body.replace(/\n/g, '\r\n'))}`;
  }
  const isNumber = /^\+?\d+$/.test(contact.replace(/[\s().-]/g, ''));
  const dialled = toDialString(contact);
  return isNumber && /^\+?\d{5,16}$/.test(dialled) ? `tel:${dialled}` : '';
}

/** Truncates a text without splitting a surrogate pair. */
const truncate = (text: string) => text.slice(0, maxQuoteLength).replace(/[\ud800-\udbff]$/, '');
