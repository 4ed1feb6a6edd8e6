/**
 * Returns the key by which telephone numbers are compared: the digits, with a leading 0 in place of +44 or 0044. The key
 * of "+44 (0)1632 960118" is "01632960118".
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
