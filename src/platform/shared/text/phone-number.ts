/**
 * Returns the key by which telephone numbers are compared: the digits, with a leading 0 in place of +44 or 0044. The key
 * of "+44 (0)1632 960118" is "01632960118".
 */
export const toPhoneKey = (phone: string): string => phone.replace(/\D/g, '').replace(/^(?:00)?440?/, '0');

/** Returns the number to dial: the digits, with a leading + if it has one. Drops the nought of "+44 (0)1632 960118". */
export function toDialString(phone: string): string {
  const isInternational = /^[\s(]*\+/.test(phone);
  const digits = (isInternational ? phone.replace(/\(\s*0\s*\)/, '') : phone).replace(/\D/g, '');
  return isInternational ? `+${digits}` : digits;
}
