/** A piece of a typed phone number: a number to call, or the text around it. */
export interface PhoneTextPart {
  text: string;
  /** `tel:+441422555010`; "" if it isn't a number. */
  href: string;
}

/** Matches digits with the usual separators; at least five, since fewer are an extension or a time of day. */
const callable = /\+?\(?\d(?:[\s().\-–/]{0,3}\d){4,}/gu;

/**
 * Splits a text into phone numbers and the text around them. Joining the parts gives the original text. "01422 555010
 * or 07700 900123 (after six)" holds two numbers.
 */
export function splitPhoneNumbers(typed: string): PhoneTextPart[] {
  const pieces: PhoneTextPart[] = [];
  let done = 0;
  for (const { 0: number, index } of typed.matchAll(callable)) {
    if (index > done) pieces.push({ text: typed.slice(done, index), href: '' });
    pieces.push({ text: number, href: `tel:${dialled(number)}` });
    done = index + number.length;
  }
  if (done < typed.length) pieces.push({ text: typed.slice(done), href: '' });
  return pieces;
}

/** "+44 (0)1422 555010" is dialled without the nought in brackets. */
function dialled(number: string): string {
  const abroad = number.startsWith('+');
  const digits = (abroad ? number.replace(/\(\s*0\s*\)/, '') : number).replace(/\D/g, '');
  return abroad ? `+${digits}` : digits;
}
