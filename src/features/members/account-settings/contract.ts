import { z } from 'zod';
import { OwnCreditName } from '#features/archive/shows/people/contract.ts';
import { TwoFactorSettings } from '#features/identity/second-factor/contract.ts';
import { ViewOfOwnContacts } from '#features/members/emergency-contacts/contract.ts';
import { PortraitSummary } from '#features/members/portraits/contract.ts';
import { MemberGiftAid } from '#features/money/gift-aid/contract.ts';
import { CardFormConfig } from '#features/money/payments/contract.ts';
import { MemberSubscriptions } from '#features/money/subscriptions/contract.ts';
import { CalendarFeedStatus } from '#features/publishing/calendar-feed/contract.ts';
import {
  buildPasswordMismatchError,
  ChangeEmailBody,
  LinkState,
  linkTokenField,
  MemberAuditEntry,
  nameFields,
  OwnSession,
  passwordField,
  phoneField,
  postedFormFields,
  postedFormResponse,
} from '#features/society/accounts/contract.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { requiredSingleLine } from '#platform/shared/calls/schemas.ts';

/** `/members/account_settings`. */
export const AccountSettingsContent = z.object({
  type: z.literal('account_settings'),
  title: z.string(),
  update_profile: z.object({ firstname: z.string(), lastname: z.string() }),
  update_contact_details: z.object({ phone_number: z.string() }),
  emergency_contact: z.object({ name: z.string(), number: z.string() }),
  two_factor: TwoFactorSettings,
  subs: MemberSubscriptions,
  card_form: CardFormConfig.nullable(),
  /** Null if the society doesn't take Gift Aid declarations. */
  gift_aid: MemberGiftAid.nullable(),
  /** The address for email, which is also used to sign in. */
  email: z.string(),
  /** True if the member gets emails about new posts for their shows. */
  told_of_posts: z.boolean(),
  /** The account's sessions; last used first. */
  sessions: z.array(OwnSession),
  /**
   * The last hundred views of the emergency contacts of the member and of children for whom the member pays; newest
   * first.
   */
  looks: z.array(ViewOfOwnContacts),
  /** The number of all views of these contacts. */
  looks_total: z.int(),
  calendar: CalendarFeedStatus,
  /**
   * The persons in the archive that are linked to the member and have another name, on a credit or from a person merged
   * into them; with the style in which their credits show it.
   */
  credit_names: z.array(OwnCreditName),
  /** The portraits that the member looks after: their own, and those of children for whom they pay. */
  portraits: z.array(PortraitSummary),
  /** The audit log's last fifty entries about the member, without strangers' failed sign-ins; newest first. */
  noted: z.array(MemberAuditEntry),
  /** The number of all such entries in the audit log. */
  noted_total: z.int(),
  /** The response to a form that was posted without JavaScript, and the typed values. */
  posted: z
    .object({ section: z.enum(['password', 'profile', 'contact', 'emergency', 'gift-aid']), ...postedFormFields })
    .exactOptional(),
});
export type AccountSettingsContent = z.infer<typeof AccountSettingsContent>;

/** `/members/email/{token}`: confirms a new address with a button. */
export const ConfirmNewEmailContent = z.object({
  type: z.literal('confirm_email'),
  title: z.string(),
  link: LinkState,
  token: z.string(),
  email: z.string(),
  answer: postedFormResponse,
});
export type ConfirmNewEmailContent = z.infer<typeof ConfirmNewEmailContent>;

/** POST /members/api/account_settings/change_password. */
export const ChangePasswordBody = z
  .object({
    old_password: passwordField('Enter your current password.'),
    new_password: passwordField('Choose a new password.'),
    confirm_new_password: passwordField('Type the new password again.'),
  })
  .refine(
    (body) => body.new_password === body.confirm_new_password,
    buildPasswordMismatchError('confirm_new_password'),
  );

/** POST /members/api/confirm_email, with the token of the link that was emailed to the new address. */
export const ConfirmEmailChangeBody = z.object({ token: linkTokenField });

export const UpdateProfileBody = z.object(nameFields);
export const UpdateContactDetailsBody = z.object({ phone_number: phoneField('Enter your phone number.') });
export const UpdateEmergencyContactBody = z.object({
  e_con_name: requiredSingleLine('Enter the name of your emergency contact.', 100),
  e_con_phone: phoneField('Enter the phone number of your emergency contact.'),
});

const own = '/members/api/account_settings';

export const updateProfile = declareCall('POST', `${own}/update_profile`, { body: UpdateProfileBody });
export const updateContactDetails = declareCall('POST', `${own}/update_contact_details`, {
  body: UpdateContactDetailsBody,
});
export const updateEmergencyContact = declareCall('POST', `${own}/emergency_contact`, {
  body: UpdateEmergencyContactBody,
});
export const changePassword = declareCall('POST', `${own}/change_password`, { body: ChangePasswordBody });
/** Requests a new email address; the link emailed to that address confirms it. */
export const requestEmailChange = declareCall('POST', `${own}/change_email`, { body: ChangeEmailBody });
export const confirmEmailChange = declareCall('POST', '/members/api/confirm_email', { body: ConfirmEmailChangeBody });
export const signOutOtherDevices = declareCall('POST', `${own}/sessions/end_others`);
export const signOutDevice = declareCall('POST', `${own}/sessions/:id/end`);

declare module '#platform/shared/pages.ts' {
  interface Pages {
    account_settings: AccountSettingsContent;
    confirm_email: ConfirmNewEmailContent;
  }
}
