/** The name shown for what no visitor did. */
export const theSite = 'The site itself';

/** Actions whose recorded words need explaining. */
const plainer: Record<string, string> = {
  'second factor: codes on': 'turned on sign-in codes',
  'second factor: codes off': 'turned off sign-in codes',
  'second factor: recovery codes made': 'made new recovery codes',
  'second factor: recovery code used': 'signed in with a recovery code',
  'second factor: passkey added': 'added a passkey',
  'second factor: passkey removed': 'removed a passkey',
  'second factor: taken off by an admin': 'took a member’s second factor off',
  'second factor: too many wrong codes': 'typed too many wrong sign-in codes',
  'refused access': 'refused what isn’t open to an account',
  'refused sign-ins': 'refused sign-ins, or a password or code given again',
  'refused sign-ins to an account': 'refused sign-ins to an account, or a password or code given again',
  'looked at emergency contacts of show': 'looked at the emergency contacts of a show',
  'looked at emergency contact': 'looked at a member’s emergency contact',
  'hung an album': 'set a show’s photographs',
  'hung new media': 'added to a show’s photographs',
  'described media': 'described a picture',
  invited: 'invited somebody',
  registered: 'asked for an account',
  'gave the password': 'gave the right password, and was asked for a code',
};

/** An action as a sentence begins: "Changed a blog post". Most are recorded in plain words already. */
export function actionInWords(action: string): string {
  const text = plainer[action] ?? action;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
