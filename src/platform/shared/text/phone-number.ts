/**
 * Returns the key by which telephone numbers are compared: the digits, with a leading 0 in place of +44 or 0044. The key
 * of "+44 (0)1632 960118" is "01632960118".
 */
export const toPhoneKey = (phone: string): string => phone.replace(/\D/g, '').replace(/^(?:00)?440?/, '0');
