/**
 * Returns the sentence that tells the user what to do if the site can't send email: "This site can’t send email: tell
 * Jo Bloggs yourself, on 07700 900123."
 */
export const formatCannotEmailMessage = ({
  name = 'them',
  phone = '',
}: {
  name?: string;
  phone?: string;
} = {}): string => `This site can’t send email: tell ${name} yourself${phone === '' ? '' : `, on ${phone}`}.`;
