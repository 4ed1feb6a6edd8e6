import { z } from 'zod';
import { SecondStep, signedInResponses } from '#features/identity/second-factor/contract.ts';
import {
  buildPasswordMismatchError,
  LinkState,
  linkTokenField,
  nameFields,
  passwordField,
  postedFormFields,
  postedFormResponse,
} from '#features/society/accounts/contract.ts';
import { roles } from '#features/society/accounts/roles.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { email, id, personName } from '#platform/shared/calls/schemas.ts';
import { ROWS_PER_PAGE } from '#platform/shared/tables/table.ts';

/** `/members`, and any other page of the members' area for a visitor who isn't signed in. */
export const LoginContent = z.object({
  type: z.literal('login'),
  title: z.string(),
  /** The Member Docs that are public. */
  files: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
  /** The path of the requested page, which opens after signing in. */
  next: z.string(),
  /**
   * The way to register: open to everyone (`open`), with an admin's approval (`approval`), or by invitation
   * (`invitation`).
   */
  registration: z.enum(['approval', 'invitation', 'open']),
  /** True until the society has its first admin. */
  awaits_first_admin: z.boolean(),
  tab: z.enum(['login', 'register']),
  /** The second step, for a visitor with a pending session. */
  second_step: SecondStep.exactOptional(),
  ...postedFormFields,
});
export type LoginContent = z.infer<typeof LoginContent>;

/**
 * The page that asks for the password before a form or a download that requires recent authentication, for browsers
 * without JavaScript.
 */
export const ReauthenticationContent = z.object({
  type: z.literal('password_again'),
  title: z.string(),
  /** The path of the requested download, or of the page with the form; it opens once the password has been entered. */
  next: z.string(),
  answer: postedFormResponse,
});
export type ReauthenticationContent = z.infer<typeof ReauthenticationContent>;

/** `/members/logout` opened from another site: a page with a button. */
export const LogoutContent = z.object({ type: z.literal('logout'), title: z.string() });
export type LogoutContent = z.infer<typeof LogoutContent>;

/** `/members/confirm/{token}`: the form that confirms an email address. */
export const ConfirmAddressContent = z.object({
  type: z.literal('confirm_address'),
  title: z.string(),
  link: LinkState,
  token: z.string(),
  firstname: z.string(),
  email: z.string(),
  answer: postedFormResponse,
});
export type ConfirmAddressContent = z.infer<typeof ConfirmAddressContent>;

/** `/members/invitation/{token}`: the registration form, with the invited person's name. */
export const InvitationContent = z.object({
  type: z.literal('invitation'),
  title: z.string(),
  link: LinkState,
  token: z.string(),
  /** Present if the account will be the site's first admin. */
  first_admin: z.literal(true).optional(),
  /** The name of a signed-in visitor, who has to sign out before accepting the invitation. */
  signed_in_as: z.string().optional(),
  ...postedFormFields,
});
export type InvitationContent = z.infer<typeof InvitationContent>;

export const ForgottenPasswordContent = z.object({
  type: z.literal('forgotten'),
  title: z.string(),
  ...postedFormFields,
});
export type ForgottenPasswordContent = z.infer<typeof ForgottenPasswordContent>;

export const ResetPasswordContent = z.object({
  type: z.literal('reset_password'),
  title: z.string(),
  link: LinkState,
  token: z.string(),
  answer: postedFormResponse,
});
export type ResetPasswordContent = z.infer<typeof ResetPasswordContent>;

/** The outcome of a form as a separate page, mainly for browsers without JavaScript. */
export const AccountNoticeContent = z.object({
  type: z.literal('account_notice'),
  title: z.string(),
  text: z.string(),
  /** The link to the next page. */
  href: z.string(),
  label: z.string(),
});
export type AccountNoticeContent = z.infer<typeof AccountNoticeContent>;

export const SignInForm = z.object({
  email: z.string({ error: 'Enter your email address.' }).trim().min(1, 'Enter your email address.').max(300),
  password: passwordField('Enter your password.'),
});
export type SignInForm = z.infer<typeof SignInForm>;

export const ReauthenticateBody = z.object({ password: passwordField('Enter your password.') });

export const RegisterAccountBody = z
  .object({
    ...nameFields,
    email: email('Enter your email address.'),
    password: passwordField('Choose a password.'),
    confirm_password: passwordField('Type the password again.'),
    /** The token of the invitation; "" without one. */
    invitation: linkTokenField,
  })
  .refine((body) => body.password === body.confirm_password, buildPasswordMismatchError('confirm_password'));
export type RegisterAccountBody = z.infer<typeof RegisterAccountBody>;

export const ResendConfirmationBody = z.object({ email: email('Enter your email address.') });

export const ConfirmRegistrationBody = z.object({
  token: linkTokenField,
  password: passwordField('Enter the password you chose.'),
});

export const RequestPasswordResetBody = z.object({ email: email('Enter your email address.') });

export const SetPasswordBody = z
  .object({
    token: linkTokenField,
    new_password: passwordField('Choose a new password.'),
    confirm_new_password: passwordField('Type the new password again.'),
  })
  .refine(
    (body) => body.new_password === body.confirm_new_password,
    buildPasswordMismatchError('confirm_new_password'),
  );

/** The link of an invitation. If the site sends no email, the inviter passes it on. */
export const InvitationLink = z.object({ name: z.string(), href: z.string() });
export type InvitationLink = z.infer<typeof InvitationLink>;
export const InvitationLinkList = z.array(InvitationLink);

export const InviteUserBody = z.object({
  firstname: personName('Enter their first name.'),
  lastname: personName('Enter their last name.'),
  email: email('Enter their email address.'),
  role: z.enum(roles).default('member'),
});

/**
 * The password is correct, and the second factor is still needed. The response isn't a 200, so that clients don't
 * proceed.
 */
const secondFactorPending = z.object({ second_factor: z.literal(true) });

export const signIn = declareCall('POST', '/members', {
  body: SignInForm,
  answers: { ...signedInResponses, 401: secondFactorPending },
});
export const signOut = declareCall('POST', '/members/api/logout');
export const reauthenticate = declareCall('POST', '/members/api/reauthenticate', { body: ReauthenticateBody });
export const registerAccount = declareCall('POST', '/members/api/register', {
  body: RegisterAccountBody,
  // The address that was emailed; absent if the site sends no email, and for invited people, who needn't confirm the
  // address and are signed in at once
  answers: { 200: z.object({ email: z.string().exactOptional(), signed_in: z.literal(true).exactOptional() }) },
});
export const resendAddressConfirmation = declareCall('POST', '/members/api/register/again', {
  body: ResendConfirmationBody,
});
export const confirmAddress = declareCall('POST', '/members/api/confirm', {
  body: ConfirmRegistrationBody,
  // True if the person can sign in at once
  answers: { 200: z.object({ open: z.literal(true).exactOptional() }) },
});
export const requestPasswordReset = declareCall('POST', '/members/api/forgotten', { body: RequestPasswordResetBody });
export const setPassword = declareCall('POST', '/members/api/reset', { body: SetPasswordBody });
export const inviteUser = declareCall('POST', '/members/api/admin/invite', {
  body: InviteUserBody,
  answers: { 200: z.object({ links: InvitationLinkList }) },
});

const registrations = '/members/api/admin/registrations';
/** The selected users, at most as many as on one page of the list. */
const SelectedUsers = z.object({
  users: z
    .array(id)
    .min(1, 'Select at least one person.')
    .max(ROWS_PER_PAGE, `Select up to ${ROWS_PER_PAGE} people at a time.`),
});
/** The response lists the users that were changed. */
const bulkDecision = { body: SelectedUsers, answers: { 200: z.object({ users: z.array(id) }) } };
export const approveRegistration = declareCall('POST', `${registrations}/:id/approve`);
export const declineRegistration = declareCall('POST', `${registrations}/:id/decline`);
/** Undoes the decision to decline a registration. */
export const undoDeclineRegistration = declareCall('POST', `${registrations}/:id/reconsider`);
export const approveRegistrations = declareCall('POST', `${registrations}/approve`, bulkDecision);
export const declineRegistrations = declareCall('POST', `${registrations}/decline`, bulkDecision);
export const undoDeclineRegistrations = declareCall('POST', `${registrations}/reconsider`, bulkDecision);

declare module '#platform/shared/pages.ts' {
  interface Pages {
    login: LoginContent;
    password_again: ReauthenticationContent;
    logout: LogoutContent;
    confirm_address: ConfirmAddressContent;
    invitation: InvitationContent;
    forgotten: ForgottenPasswordContent;
    reset_password: ResetPasswordContent;
    account_notice: AccountNoticeContent;
  }
}
