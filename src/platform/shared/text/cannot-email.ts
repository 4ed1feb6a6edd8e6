/**
 * Formats the sentence that asks the user to tell somebody themselves, because no email is sent: "This site can’t send
 * email: tell Jo Bloggs yourself, on 07700 900123." With `isSwitchedOff`, the sentence says instead that emails about
 * the subject are switched off.
 */
export const formatCannotEmailMessage = ({
  name = 'them',
  phone = '',
  isSwitchedOff = false,
}: {
  name?: string;
  phone?: string;
  isSwitchedOff?: boolean;
} = {}): string =>
  `${isSwitchedOff ? 'Emails about this are switched off' : 'This site can’t send email'}: tell ${name} yourself${phone === '' ? '' : `, on ${phone}`}.`;
