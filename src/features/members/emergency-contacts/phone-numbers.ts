import { toDialString } from '#platform/shared/text/phone-number.ts';

/** A part of a phone field: a number to call, or the text around it. */
export interface PhoneTextPart {
  text: string;
  /** `tel:+441422555010`; "" if the part isn't a number. */
  href: string;
}

/** Matches digits with the usual separators. There must be at least five: fewer are an extension or a time of day. */
const phoneNumber = /\+?\(?\d(?:[\s().\-–/]{0,3}\d){4,}/gu;

/**
 * Splits a text into phone numbers and the text around them: "01422 555010 or 07700 900123 (after six)" has two
 * numbers. Joining the parts gives the original text.
 */
export function splitPhoneNumbers(typed: string): PhoneTextPart[] {
  const parts: PhoneTextPart[] = [];
  let end = 0;
  for (const { 0: number, index } of typed.matchAll(phoneNumber)) {
    if (index > end) parts.push({ text: typed.slice(end, index), href: '' });
    parts.push({ text: number, href: `tel:${toDialString(number)}` });
    end = index + number.length;
  }
  if (end < typed.length) parts.push({ text: typed.slice(end), href: '' });
  return parts;
}
