import { expect, test } from 'vitest';
import { toDialString, toPhoneKey } from './phone-number.ts';

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
