import { composeEmail, type EmailContent } from '#platform/server/mail/compose-email.ts';

/** Mails to an owner about their second factor, so that they notice if a stranger changes it. */
export type SecondFactorChange =
  | { what: 'codes on' }
  | { what: 'codes off' }
  | { what: 'recovery codes made' }
  | { what: 'recovery code used'; left: number }
  | { what: 'passkey added'; name: string }
  | { what: 'passkey removed'; name: string }
  | { what: 'taken off by an admin'; by: string; reason: string }
  | { what: 'too many wrong codes' };

const counted = (left: number) =>
  left === 1 ? 'You have one recovery code left' : `You have ${left === 0 ? 'no' : left} recovery codes left`;

/** Returns the subject of the email about a change, and the paragraphs that describe it. */
function saidOf(change: SecondFactorChange): { subject: string; happened: string[] } {
  switch (change.what) {
    case 'codes on':
      return {
        subject: 'Sign-in codes are on',
        happened: ['From now on you’ll need a code from your app to sign in.'],
      };
    case 'codes off':
      return {
        subject: 'Sign-in codes are off',
        happened: ['You no longer need a code from an app to sign in.'],
      };
    case 'recovery codes made':
      return {
        subject: 'New recovery codes',
        happened: ['New recovery codes were made for your account. The old ones no longer work.'],
      };
    case 'recovery code used':
      return {
        subject: 'A recovery code was used',
        happened: [
          `A recovery code was used for your account, to sign in or to change how you sign in. ${counted(change.left)}.`,
        ],
      };
    case 'passkey added':
      return {
        subject: 'A passkey was added',
        happened: [`The passkey “${change.name}” can now sign in to your account.`],
      };
    case 'passkey removed':
      return {
        subject: 'A passkey was removed',
        happened: [`The passkey “${change.name}” can no longer sign in to your account.`],
      };
    case 'taken off by an admin':
      return {
        subject: 'Your second factor has been removed',
        happened: [
          `${change.by} has removed the second factor from your account, for this reason: ${change.reason}`,
          `You can now sign in with your password alone. Set up a new second factor in your account settings.`,
        ],
      };
    case 'too many wrong codes':
      return {
        subject: 'Wrong sign-in codes',
        happened: [
          'Someone has entered your correct password and then many wrong codes. App codes are blocked for now; a passkey or a recovery code still works.',
        ],
      };
  }
}

/** To the owner of a second factor that has changed. */
export const composeSecondFactorChangedEmail = (
  change: SecondFactorChange,
  { firstname, siteName }: { firstname: string; siteName: string },
): EmailContent => {
  const { subject, happened } = saidOf(change);
  const advice =
    change.what === 'taken off by an admin'
      ? 'If you didn’t ask for this, change your password straight away and tell the committee.'
      : 'If that was you, you don’t need to do anything. If it wasn’t, change your password straight away and tell an admin.';
  return composeEmail({ subject, firstname, before: [...happened, advice], siteName });
};
