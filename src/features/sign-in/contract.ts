import { z } from 'zod';
import { OwnSession } from '#features/accounts/device-names.ts';
import { Noted } from '#features/accounts/own-log.ts';
import { roles } from '#features/accounts/roles.ts';
import { CalendarFeed } from '#features/calendar-feed/contract.ts';
import { Look } from '#features/emergency-contacts/contract.ts';
import { SecondStep, TwoFactor } from '#features/second-factor/contract.ts';
import { OwnCreditName } from '#features/shows/people/contract.ts';
import { email, id, line, personName } from '#platform/shared/schemas.ts';

const answer = z
  .object({ code: z.int(), msg: z.string(), fields: z.record(z.string(), z.string()).exactOptional() })
  .optional();

/** What a form that was posted without JavaScript gets back: what was typed, passwords left out, and what was said. */
const postedForm = { typed: z.record(z.string(), z.string()), answer };

/** `/members`, and any members' page for whoever isn't signed in (CONTRACT §1, §2). */
export const Login = z.object({
  type: z.literal('login'),
  title: z.string(),
  /** Of Member Documents, those that everyone may read. */
  files: z.array(z.object({ id: z.string(), name: z.string(), kind: z.string() })),
  /** The page that was asked for, which signing in leads to. */
  next: z.string(),
  /** Who may make an account here. */
  registration: z.enum(['approval', 'invitation', 'open']),
  /** Which tab is open. */
  tab: z.enum(['login', 'register']),
  /** For whoever has shown their password, and has a second factor still to show. */
  second_step: SecondStep.exactOptional(),
  ...postedForm,
});
export type Login = z.infer<typeof Login>;

/** In the place of what asks for a password given of late, where no script asks for it. */
export const PasswordAgain = z.object({
  type: z.literal('password_again'),
  title: z.string(),
  /** What was asked for, which the password leads to. */
  next: z.string(),
  answer,
});
export type PasswordAgain = z.infer<typeof PasswordAgain>;

/** `/members/logout` opened from elsewhere: a page with the button. */
export const Logout = z.object({ type: z.literal('logout'), title: z.string() });
export type Logout = z.infer<typeof Logout>;

/** What a link in a mail is worth now. */
const link = z.enum(['open', 'expired', 'used', 'unknown']);
export type LinkState = z.infer<typeof link>;

/** `/members/confirm/{token}`: shows whose address is to be confirmed, and a button. */
export const ConfirmAddress = z.object({
  type: z.literal('confirm_address'),
  title: z.string(),
  link,
  token: z.string(),
  firstname: z.string(),
  email: z.string(),
  answer,
});
export type ConfirmAddress = z.infer<typeof ConfirmAddress>;

/** `/members/email/{token}`: whose account is to have which address, and a button. */
export const ConfirmNewEmail = z.object({
  type: z.literal('confirm_email'),
  title: z.string(),
  link,
  token: z.string(),
  email: z.string(),
  answer,
});
export type ConfirmNewEmail = z.infer<typeof ConfirmNewEmail>;

/** `/members/invitation/{token}`: the register form with the invited person's name. */
export const Invitation = z.object({
  type: z.literal('invitation'),
  title: z.string(),
  link,
  token: z.string(),
  ...postedForm,
});
export type Invitation = z.infer<typeof Invitation>;

/** `/members/forgotten`. */
export const Forgotten = z.object({ type: z.literal('forgotten'), title: z.string(), ...postedForm });
export type Forgotten = z.infer<typeof Forgotten>;

/** `/members/reset/{token}`. */
export const ResetPassword = z.object({
  type: z.literal('reset_password'),
  title: z.string(),
  link,
  token: z.string(),
  answer,
});
export type ResetPassword = z.infer<typeof ResetPassword>;

/** What came of a form, as a page of its own for a browser without JavaScript. */
export const AccountNotice = z.object({
  type: z.literal('account_notice'),
  title: z.string(),
  text: z.string(),
  /** Where to go on from here, and in which words. */
  href: z.string(),
  label: z.string(),
});
export type AccountNotice = z.infer<typeof AccountNotice>;

/** `/members/account_settings` (CONTRACT §2). */
export const AccountSettings = z.object({
  type: z.literal('account_settings'),
  title: z.string(),
  update_profile: z.object({ firstname: z.string(), lastname: z.string() }),
  update_contact_details: z.object({ phone_number: z.string() }),
  emergency_contact: z.object({ name: z.string(), number: z.string() }),
  two_factor: TwoFactor,
  subs: z.object({ options: z.array(z.unknown()), active: z.array(z.unknown()) }),
  /** Where mail goes, and what one signs in with. */
  email: z.string(),
  /** Whether one is mailed of new posts of one's shows. */
  told_of_posts: z.boolean(),
  /** Where this account is signed in; last used first. */
  sessions: z.array(OwnSession),
  /** Who saw one's emergency contact, and when; newest first. */
  looks: z.array(Look),
  calendar: CalendarFeed,
  /** The names that their credits may show in more than one way. */
  credit_names: z.array(OwnCreditName),
  /** What the log says about one; newest first. */
  noted: z.array(Noted),
  /** What came of a form that was posted without JavaScript. */
  posted: z.object({ section: z.enum(['password', 'profile', 'contact', 'emergency']), ...postedForm }).exactOptional(),
});
export type AccountSettings = z.infer<typeof AccountSettings>;

/** Somebody who has confirmed their address and waits for an admin. */
export const Awaiting = z.object({ id, name: z.string(), email: z.string(), since: z.string() });
export type Awaiting = z.infer<typeof Awaiting>;

/** A password to sign in with, or to be set; what it has to be is the rules' to say. */
const secret = (missing: string) =>
  z.string({ error: missing }).min(1, missing).max(1000, 'That is longer than any password here.');

const names = { firstname: personName('Enter your first name.'), lastname: personName('Enter your last name.') };
const token = z.string().max(100).default('');

/** What is said beside the second of two fields that have to be the same. */
const differs = (field: string) => ({ path: [field], message: 'The two passwords differ. Type the same one twice.' });

/** POST /members (SPEC §5, §7). `next` comes from a browser without JavaScript. */
export const SignIn = z.object({
  email: z.string({ error: 'Enter your email address.' }).trim().min(1, 'Enter your email address.').max(300),
  password: secret('Enter your password.'),
});
export type SignIn = z.infer<typeof SignIn>;

/** POST /members/api/reauthenticate: whoever is signed in shows once more that it is them. */
export const Reauthenticate = z.object({ password: secret('Enter your password.') });

/** POST /members/api/register (SPEC §5, §7). */
export const Register = z
  .object({
    ...names,
    email: email('Enter your email address.'),
    password: secret('Choose a password.'),
    confirm_password: secret('Type the password again.'),
    /** The token of the invitation it comes by. */
    invitation: token,
  })
  .refine((body) => body.password === body.confirm_password, differs('confirm_password'));
export type Register = z.infer<typeof Register>;

/** POST /members/api/register/again: the mail didn't come. */
export const RegisterAgain = z.object({ email: email('Enter your email address.') });

/** The link to an address, opened and meant by whoever registered it. */
export const Confirm = z.object({ token, password: secret('Enter the password you chose.') });

export const AskForReset = z.object({ email: email('Enter your email address.') });

export const SetPassword = z
  .object({
    token,
    new_password: secret('Choose a new password.'),
    confirm_new_password: secret('Type the new password again.'),
  })
  .refine((body) => body.new_password === body.confirm_new_password, differs('confirm_new_password'));

/** The account settings' forms (SPEC §5, §7). */
export const ChangePassword = z
  .object({
    old_password: secret('Enter your current password.'),
    new_password: secret('Choose a new password.'),
    confirm_new_password: secret('Type the new password again.'),
  })
  .refine((body) => body.new_password === body.confirm_new_password, differs('confirm_new_password'));

const phone = (missing: string) =>
  line(missing, 40).pipe(z.string().regex(/^[+\d][\d\s().-]*(x\d+)?$/i, 'Enter a phone number, such as 01632 960118.'));

/** POST /members/api/account_settings/change_email, and the same by an admin. */
export const ChangeEmail = z.object({ email: email('Enter the new email address.') });
/** The link to it, opened and meant by whoever reads the new address's mail. */
export const ConfirmEmail = z.object({ token });

export const UpdateProfile = z.object(names);
export const UpdateContactDetails = z.object({ phone_number: phone('Enter your phone number.') });
export const UpdateEmergencyContact = z.object({
  e_con_name: line('Enter their name.', 100),
  e_con_phone: phone('Enter their phone number.'),
});

/** POST /members/api/admin/invite. */
export const Invite = z.object({
  firstname: personName('Enter their first name.'),
  lastname: personName('Enter their last name.'),
  email: email('Enter their email address.'),
  role: z.enum(roles).default('member'),
});

declare module '#platform/shared/pages.ts' {
  interface Pages {
    login: Login;
    password_again: PasswordAgain;
    logout: Logout;
    confirm_address: ConfirmAddress;
    confirm_email: ConfirmNewEmail;
    invitation: Invitation;
    forgotten: Forgotten;
    reset_password: ResetPassword;
    account_notice: AccountNotice;
    account_settings: AccountSettings;
  }
}
