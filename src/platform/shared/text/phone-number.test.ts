import fc from 'fast-check';
import { expect, test } from 'vitest';
import { measureProcessorTime } from '#tests/support/measures/processor-time.ts';
import { splitPhoneNumbers, toDialString, toPhoneKey } from './phone-number.ts';

test.each(['01632 960118', '(01632) 960-118', '+44 1632 960118', '0044 1632 960118', '+44 (0)1632 960118'])(
  'the key of the phone number “%s” is the number in its national notation',
  (phone) => expect(toPhoneKey(phone)).toBe('01632960118'),
);

test('the key of a phone field without digits is empty', () => {
  expect(toPhoneKey('ask Tom')).toBe('');
});

test.each([
  ['01632 960118', '01632960118'],
  ['+44 (0)1632 960118', '+441632960118'],
  ['(+44) 1632-960118', '+441632960118'],
  ['(0)1632 960118', '01632960118'],
  ['Home: +44 (0)1632 960118', '+441632960118'],
  ['0044 (0)1632 960118', '00441632960118'],
  ['Tom + Sue: 01422 555010', '01422555010'],
  ['C++ office +44 1422 555010', '+441422555010'],
  ['ask Tom', ''],
])('the phone number “%s” is dialled as %s', (phone, dialled) => expect(toDialString(phone)).toBe(dialled));

const hrefs = (typed: string) =>
  splitPhoneNumbers(typed)
    .map(({ href }) => href)
    .filter((href) => href !== '');

test.each([
  ['01422 555010', ['tel:01422555010']],
  ['07700-900-123', ['tel:07700900123']],
  ['(01422) 555010', ['tel:01422555010']],
  ['+44 (0)1422 555010', ['tel:+441422555010']],
  ['+1 (212) 555-0100', ['tel:+12125550100']],
  ['01422 555010 or 07700 900123 (after six)', ['tel:01422555010', 'tel:07700900123']],
  ['01422 555 010 / 07700 900123', ['tel:01422555010', 'tel:07700900123']],
  ['020 7946 0018 0044 7700 900123', ['tel:02079460018', 'tel:00447700900123']],
  ['0044 1422 555 010', ['tel:00441422555010']],
  ['Work 01422/555010 ext. 12', ['tel:01422555010']],
  ['after 7.30', []],
  ['ask Mum', []],
  ['', []],
])('the phone field %j has the numbers %j', (typed, numbers) => expect(hrefs(typed)).toEqual(numbers));

test('splitting any text into phone numbers keeps every character, and dials only digits after an optional plus', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789+() .-/extor;:'), maxLength: 60 });
  fc.assert(
    fc.property(fc.oneof(typed, fc.string()), (text) => {
      const pieces = splitPhoneNumbers(text);
      expect(pieces.map((piece) => piece.text).join('')).toBe(text);
      for (const { href } of pieces) expect(href).toMatch(/^(tel:\+?\d{4,})?$/);
    }),
  );
});

test('a text of many zeros and brackets is split in less than a second of processor time', () => {
  // This took half a minute when the pattern was tried at every zero
  expect(measureProcessorTime(() => splitPhoneNumbers('0( '.repeat(50_000)))).toBeLessThan(1000);
});
