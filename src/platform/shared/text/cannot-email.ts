/**
 * Returns the sentence that tells the user what to do if the site can't send email: "This site can’t send email: tell
 * Jo Bloggs yourself, on 07700 900123." If it could, but emails about this are switched off, the sentence says that.
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
