/**
 * Returns the key by which telephone numbers are compared: the digits, with a leading 0 in place of +44 or 0044. The
 * key of "+44 (0)1632 960118" is "01632960118".
 */
export const toPhoneKey = (phone: string): string => phone.replace(/\D/g, '').replace(/^(?:00)?440?/, '0');

/**
 * Returns the number to dial: the digits, with a leading + if it is directly before them. Drops the nought of
 * "+44 (0)1632 960118". "" if the text has no digits.
 */
export function toDialString(phone: string): string {
  const start = /\+?[\s(]*\d/.exec(phone);
  if (!start) return '';
  const number = phone.slice(start.index);
  const isInternational = /^(?:\+|[\s(]*00)/.test(number);
  const digits = (isInternational ? number.replace(/\(\s*0\s*\)/, '') : number).replace(/\D/g, '');
  return number.startsWith('+') ? `+${digits}` : digits;
}

/** A part of a phone field: a number to call, or the text around it. */
interface PhoneTextPart {
  text: string;
  /** `tel:+441422555010`; "" if the part isn't a number. */
  href: string;
}

/**
 * Matches digits with the usual separators. There must be at least five: fewer are an extension or a time of day. A
 * number of ten to fifteen digits ends before a separator and another number that begins with a nought.
 */
const phoneNumber =
  /\+?\(?\d(?:(?:[\s().\-–/]{0,3}\d){9,14}(?=[\s().\-–/]{1,3}0(?:[\s().\-–/]{0,3}\d){8})|(?:[\s().\-–/]{0,3}\d){4,})/gu;

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
