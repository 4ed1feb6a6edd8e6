import { resetLinkLifetimeLabel } from '#features/society/accounts/server/index.ts';
import { composeEmail, type EmailContent } from '#platform/server/mail/index.ts';

interface EmailDetails {
  firstname: string;
  siteName: string;
  /** The URL of the page that the email's link opens. */
  href: string;
}

const ignoreNotice = 'If this wasn’t you, ignore this email: nothing happens unless the link is opened.';

/** Composes the email that asks a new registrant to confirm their address. */
export const composeConfirmAddressEmail = ({ siteName, href }: Omit<EmailDetails, 'firstname'>): EmailContent =>
  composeEmail({
    subject: `Confirm your email address for ${siteName}`,
    before: [
      `Thank you for registering with ${siteName}. Open this link and type the password you chose, so that we know the address is yours. The link works for two days.`,
    ],
    link: { label: 'Confirm my address', href },
    after: [ignoreNotice],
    siteName,
  });

/** Composes the email that tells the owner of an account that their address was used to register. */
export const composeAlreadyRegisteredEmail = ({ siteName, href }: Omit<EmailDetails, 'firstname'>): EmailContent =>
  composeEmail({
    subject: `You already have an account with ${siteName}`,
    before: [
      `Someone has just tried to register with this address, which already has an account with ${siteName}. If it was you, sign in as before, or set a new password if you’ve forgotten it.`,
    ],
    link: { label: 'Set a new password', href },
    after: ['If it wasn’t you, you don’t need to do anything. Nothing about your account has changed.'],
    siteName,
  });

/** Composes the email with the requested link to set a new password. */
export const composePasswordResetEmail = ({ firstname, siteName, href }: EmailDetails): EmailContent =>
  composeEmail({
    subject: `Set a new password for ${siteName}`,
    firstname,
    before: [`Open this link to set a new password. The link works once, within ${resetLinkLifetimeLabel}.`],
    link: { label: 'Set a new password', href },
    after: ['If this wasn’t you, ignore this email: your password stays as it is.'],
    siteName,
  });

/** Composes the email that tells a member that their password has been changed. */
export const composePasswordChangedEmail = ({ firstname, siteName, href }: EmailDetails): EmailContent =>
  composeEmail({
    subject: `Your password for ${siteName} has been changed`,
    firstname,
    before: [
      'Your password has just been changed, and all your other devices have been signed out. If it was you, you don’t need to do anything.',
    ],
    link: { label: 'If it wasn’t you, set a new password', href },
    siteName,
  });

/** Composes the email that tells a new member that an admin has approved them. */
export const composeAccountApprovedEmail = ({ firstname, siteName, href }: EmailDetails): EmailContent =>
  composeEmail({
    subject: `Welcome to ${siteName}`,
    firstname,
    before: ['Your account is ready. Sign in with your email address and the password you chose.'],
    link: { label: 'Go to the members’ area', href },
    siteName,
  });

/** Composes the email that tells somebody that an admin has enabled their account again. */
export const composeAccountEnabledEmail = ({ firstname, siteName, href }: EmailDetails): EmailContent =>
  composeEmail({
    subject: `Your account with ${siteName} has been reopened`,
    firstname,
    before: ['An admin has reopened your account. Sign in with your email address and password, as before.'],
    link: { label: 'Go to the members’ area', href },
    siteName,
  });

/** Composes the email with which an admin sends somebody a link to set a new password. */
export const composeAdminPasswordResetEmail = ({
  firstname,
  siteName,
  href,
  by,
}: EmailDetails & { by: string }): EmailContent =>
  composeEmail({
    subject: `Set a new password for ${siteName}`,
    firstname,
    before: [
      `${by} has sent you this link to set a new password. The link works once, within ${resetLinkLifetimeLabel}.`,
    ],
    link: { label: 'Set a new password', href },
    after: [
      'If the link has expired, request another with “Forgotten your password?”. Your password stays as it is until you set a new one.',
    ],
    siteName,
  });

/** Composes the response to “Forgotten your password?” if an admin has recently changed the account's address. */
export const composePasswordResetDelayedEmail = ({
  firstname,
  siteName,
  href,
  from,
}: EmailDetails & { from: string }): EmailContent =>
  composeEmail({
    subject: `You can’t reset your password for ${siteName} yet`,
    firstname,
    before: [
      `An admin has recently changed the email address of your account. To keep the account safe, we can’t send you a link to set a new password before ${from}. Please ask again then.`,
      'Until then you can sign in with your current password.',
    ],
    link: { label: 'Write to us if you need help', href },
    siteName,
  });

/** Composes the email that asks the admins to approve an account. */
export const composeApprovalRequestEmail = ({
  name,
  email,
  siteName,
  href,
}: Omit<EmailDetails, 'firstname'> & { name: string; email: string }): EmailContent =>
  composeEmail({
    subject: `${name} would like an account`,
    before: [
      `${name} (${email}) has registered and confirmed their address. They can sign in once an admin approves the account.`,
    ],
    link: { label: 'Approve or decline', href },
    siteName,
  });

/** Composes the email that invites somebody on behalf of `by`. */
export const composeInvitationEmail = ({
  firstname,
  siteName,
  href,
  by,
}: EmailDetails & { by: string }): EmailContent =>
  composeEmail({
    subject: `Your invitation to ${siteName}`,
    firstname,
    before: [
      `${by} has invited you to the members’ area of ${siteName}. Open this link and choose a password. The link works for two weeks.`,
    ],
    link: { label: 'Accept the invitation', href },
    after: ['If you weren’t expecting this, please ignore it.'],
    siteName,
  });

/** Composes the email that asks an account's owner to confirm the account's new address; it goes to that address. */
export const composeConfirmNewAddressEmail = ({ firstname, siteName, href }: EmailDetails): EmailContent =>
  composeEmail({
    subject: `Confirm your new email address for ${siteName}`,
    firstname,
    before: [
      `Open this link to use this email address for your account with ${siteName}. The link works for two days.`,
    ],
    link: { label: 'Use this address', href },
    after: [ignoreNotice],
    siteName,
  });

/** Composes the email that tells an account's owner that somebody wanted to use their address for another account. */
export const composeAddressTakenEmail = ({ siteName, href }: Omit<EmailDetails, 'firstname'>): EmailContent =>
  composeEmail({
    subject: `This address already has an account with ${siteName}`,
    before: [
      `Someone has asked to use this address for their account with ${siteName}, but this address already has an account. Nothing has changed. If it was you and you have two accounts, sign in with this address or ask an admin to help.`,
    ],
    link: { label: 'Go to the members’ area', href },
    siteName,
  });

/** Composes the email that tells an account's present address that a change to another address was requested. */
export const composeAddressChangeRequestedEmail = ({
  firstname,
  siteName,
  href,
  to,
}: EmailDetails & { to: string }): EmailContent =>
  composeEmail({
    subject: `Request to change the email address of your account with ${siteName}`,
    firstname,
    before: [
      `You asked to use ${to} for your account from now on. We’ve sent a link there; nothing changes until it is opened.`,
    ],
    link: { label: 'If it wasn’t you, set a new password to stop this', href },
    siteName,
  });

/**
 * Composes the email to both addresses of an account after the change from one to the other. `by` is the admin who made
 * the change, if it wasn't the owner.
 */
export const composeAddressChangedEmail = ({
  firstname,
  siteName,
  href,
  to,
  by,
}: EmailDetails & { to: string; by?: string }): EmailContent =>
  composeEmail({
    subject: `The email address of your account with ${siteName} has changed`,
    firstname,
    before: [
      `${by ? `${by} has changed the email address of your account` : 'The email address of your account was changed'}: you now sign in as ${to}, and our emails go there. Your password stays the same.`,
      ...(by
        ? ['For three days, no password reset link can be sent to the new address, so that you have time to object.']
        : []),
    ],
    link: { label: 'If that isn’t right, contact us straight away', href },
    siteName,
  });
