import { z } from 'zod';
import { SecondStep, signedInAnswers } from '#features/identity/second-factor/contract.ts';
import { answer, linkToken, names, password, passwordMismatch, postedForm } from '#features/society/accounts/forms.ts';
import { LinkState } from '#features/society/accounts/link-state.ts';
import { roles } from '#features/society/accounts/roles.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { email, id, personName } from '#platform/shared/calls/schemas.ts';
import { ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';

/** `/members`, and any members' page for a visitor who isn't signed in. */
export const Login = z.object({
  type: z.literal('login'),
  title: z.string(),
  /** Member Docs that everyone may read. */
  files: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
  /** The requested page, which follows after signing in. */
  next: z.string(),
  /** The rule for making an account here. */
  registration: z.enum(['approval', 'invitation', 'open']),
  /** True until the society has its first admin: nobody could approve an account. */
  awaits_first_admin: z.boolean(),
  /** The open tab. */
  tab: z.enum(['login', 'register']),
  /** For a visitor with a pending session: the second step. */
  second_step: SecondStep.exactOptional(),
  ...postedForm,
});
export type Login = z.infer<typeof Login>;

/** Replaces a page that needs recent authentication, if no script asks for it. */
export const ReauthenticationPrompt = z.object({
  type: z.literal('password_again'),
  title: z.string(),
  /** The requested page, which follows after the password. */
  next: z.string(),
  answer,
});
export type ReauthenticationPrompt = z.infer<typeof ReauthenticationPrompt>;

/** `/members/logout` opened from elsewhere: a page with the button. */
export const Logout = z.object({ type: z.literal('logout'), title: z.string() });
export type Logout = z.infer<typeof Logout>;

/** `/members/confirm/{token}`: shows the address to be confirmed, and a button. */
export const ConfirmAddress = z.object({
  type: z.literal('confirm_address'),
  title: z.string(),
  link: LinkState,
  token: z.string(),
  firstname: z.string(),
  email: z.string(),
  answer,
});
export type ConfirmAddress = z.infer<typeof ConfirmAddress>;

/** `/members/invitation/{token}`: the register form with the invited person's name. */
export const Invitation = z.object({
  type: z.literal('invitation'),
  title: z.string(),
  link: LinkState,
  token: z.string(),
  /** Present where the account becomes the site's first admin. */
  first_admin: z.literal(true).optional(),
  ...postedForm,
});
export type Invitation = z.infer<typeof Invitation>;

/** `/members/forgotten`. */
export const ForgottenPassword = z.object({ type: z.literal('forgotten'), title: z.string(), ...postedForm });
export type ForgottenPassword = z.infer<typeof ForgottenPassword>;

/** `/members/reset/{token}`. */
export const ResetPassword = z.object({
  type: z.literal('reset_password'),
  title: z.string(),
  link: LinkState,
  token: z.string(),
  answer,
});
export type ResetPassword = z.infer<typeof ResetPassword>;

/** The answer to a form, as a page of its own for a browser without JavaScript. */
export const AccountNotice = z.object({
  type: z.literal('account_notice'),
  title: z.string(),
  text: z.string(),
  /** The next page, and the link's label. */
  href: z.string(),
  label: z.string(),
});
export type AccountNotice = z.infer<typeof AccountNotice>;

/** Somebody who has confirmed their address and waits for an admin. */
export const AccountAwaitingApproval = z.object({ id, name: z.string(), email: z.string(), since: z.string() });
export type AccountAwaitingApproval = z.infer<typeof AccountAwaitingApproval>;

/** POST /members. `next` comes from a browser without JavaScript. */
export const SignIn = z.object({
  email: z.string({ error: 'Enter your email address.' }).trim().min(1, 'Enter your email address.').max(300),
  password: password('Enter your password.'),
});
export type SignIn = z.infer<typeof SignIn>;

/** POST /members/api/reauthenticate: proves again who is signed in. */
export const Reauthenticate = z.object({ password: password('Enter your password.') });

/** POST /members/api/register. */
export const Register = z
  .object({
    ...names,
    email: email('Enter your email address.'),
    password: password('Choose a password.'),
    confirm_password: password('Type the password again.'),
    /** The token of the invitation, if there is one. */
    invitation: linkToken,
  })
  .refine((body) => body.password === body.confirm_password, passwordMismatch('confirm_password'));
export type Register = z.infer<typeof Register>;

/** POST /members/api/register/again: the mail didn't arrive. */
export const ResendConfirmation = z.object({ email: email('Enter your email address.') });

/** The link that was mailed to an address, confirmed by the person who registered it. */
export const Confirm = z.object({ token: linkToken, password: password('Enter the password you chose.') });

export const RequestPasswordReset = z.object({ email: email('Enter your email address.') });

export const SetPassword = z
  .object({
    token: linkToken,
    new_password: password('Choose a new password.'),
    confirm_new_password: password('Type the new password again.'),
  })
  .refine((body) => body.new_password === body.confirm_new_password, passwordMismatch('confirm_new_password'));

/** The link of an invitation, for the sender to pass on. Only when no mail server is configured. */
export const InvitationLink = z.object({ name: z.string(), href: z.string() });
export type InvitationLink = z.infer<typeof InvitationLink>;
export const invitationLinks = z.array(InvitationLink);

/** POST /members/api/admin/invite. */
export const Invite = z.object({
  firstname: personName('Enter their first name.'),
  lastname: personName('Enter their last name.'),
  email: email('Enter their email address.'),
  role: z.enum(roles).default('member'),
});

/** Password correct, second factor pending. Not a 200, so that clients don't proceed. */
const oneStepMore = z.object({ second_factor: z.literal(true) });

export const signIn = declareCall('POST', '/members', {
  body: SignIn,
  answers: { ...signedInAnswers, 401: oneStepMore },
});
export const signOut = declareCall('POST', '/members/api/logout');
export const reauthenticate = declareCall('POST', '/members/api/reauthenticate', { body: Reauthenticate });
export const register = declareCall('POST', '/members/api/register', {
  body: Register,
  // The address the email went to; absent for an invited person, who is signed in at once, and if the site sends no
  // email
  answers: { 200: z.object({ email: z.string().exactOptional() }) },
});
export const resendAddressConfirmation = declareCall('POST', '/members/api/register/again', {
  body: ResendConfirmation,
});
export const confirmAddress = declareCall('POST', '/members/api/confirm', {
  body: Confirm,
  // True if they can sign in at once
  answers: { 200: z.object({ open: z.literal(true).exactOptional() }) },
});
export const requestPasswordReset = declareCall('POST', '/members/api/forgotten', { body: RequestPasswordReset });
export const setPassword = declareCall('POST', '/members/api/reset', { body: SetPassword });
export const invite = declareCall('POST', '/members/api/admin/invite', {
  body: Invite,
  answers: { 200: z.object({ links: invitationLinks }) },
});

const registrations = '/members/api/admin/registrations';
/** The most people on a page of the list. */
const Several = z.object({
  users: z
    .array(id)
    .min(1, 'Select at least one person.')
    .max(ROWS_PER_PAGE, `Select up to ${ROWS_PER_PAGE} people at a time.`),
});
/** The users that were changed. */
const decidedOn = { body: Several, answers: { 200: z.object({ users: z.array(id) }) } };
export const approve = declareCall('POST', `${registrations}/:id/approve`);
export const decline = declareCall('POST', `${registrations}/:id/decline`);
/** Takes a decline back. */
export const undoDecline = declareCall('POST', `${registrations}/:id/reconsider`);
export const approveSeveral = declareCall('POST', `${registrations}/approve`, decidedOn);
export const declineSeveral = declareCall('POST', `${registrations}/decline`, decidedOn);
export const undoDeclineSeveral = declareCall('POST', `${registrations}/reconsider`, decidedOn);

declare module '#platform/shared/pages.ts' {
  interface Pages {
    login: Login;
    password_again: ReauthenticationPrompt;
    logout: Logout;
    confirm_address: ConfirmAddress;
    invitation: Invitation;
    forgotten: ForgottenPassword;
    reset_password: ResetPassword;
    account_notice: AccountNotice;
  }
}
