import { addressesIn } from '../contact/notice.ts';

interface Message {
  /** As it was given: an email address, a phone number, or neither. */
  contact: string;
  /** What it is about, in words. */
  about: string;
  name: string;
  message: string;
}

/** Mail programs refuse longer addresses. */
const longestQuote = 1200;

/** The address that opens an answer in the admin's own mail program, or dials; "" where there is nothing to answer to. */
export function answerTo({ contact, about, name, message }: Message): string {
  const [email] = addressesIn(contact);
  if (email !== undefined && email === contact.trim()) {
    const quote = message.length > longestQuote ? `${cut(message)}…` : message;
    const body = `\n\n${name} wrote:\n${quote.replace(/^/gm, '> ')}\n`;
    const to = encodeURIComponent(email).replaceAll('%40', '@');
    return `mailto:${to}?subject=${encodeURIComponent(`Re: ${about}`)}&body=${encodeURIComponent(body.replace(/\n/g, '\r\n'))}`;
  }
  const digits = contact.replace(/[\s().-]/g, '');
  return /^\+?\d{5,16}$/.test(digits) ? `tel:${digits}` : '';
}

/** Never half a character. */
const cut = (text: string) => text.slice(0, longestQuote).replace(/[\ud800-\udbff]$/, '');
