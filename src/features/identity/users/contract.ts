import { z } from 'zod';
import { InvitationLinkList } from '#features/identity/sign-in/contract.ts';
import { SubscriptionForAdmin } from '#features/money/subscriptions/contract.ts';
import { ChangeEmailBody, erasedNameStyles, MemberAuditEntry } from '#features/society/accounts/contract.ts';
import { roles } from '#features/society/accounts/roles.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import {
  currentVersionFields,
  id,
  requiredSingleLine,
  savedVersion,
  singleLine,
  tableState,
  versionField,
} from '#platform/shared/calls/schemas.ts';
import { accessChoices, type EditablePermission, permissionLabels } from './permissions.ts';
import { accountStatuses } from './table.ts';

const named = z.object({ id, name: z.string() });

export const ListedUser = z.object({
  id,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  status: z.enum(accountStatuses),
  /** The people in shows to whom the user is linked. */
  persons: z.array(named),
  /** The time at which the user last signed in; "" if they never have. */
  last_signed_in: z.string(),
  second_factor: z.boolean(),
});
export type ListedUser = z.infer<typeof ListedUser>;

/** `/members/admin/manage_users` */
export const ManageUsersContent = z.object({
  type: z.literal('manage_users'),
  title: z.string(),
  table: tableState,
  users: z.array(ListedUser),
  /** The number of users waiting for approval. */
  awaiting: z.int(),
  /**
   * The first page of users waiting for approval, each with the time at which the account was created, oldest first.
   * Empty if the list is searched or filtered; matching users are then in `users`.
   */
  waiting: z.array(ListedUser.extend({ asked: z.string() })),
});
export type ManageUsersContent = z.infer<typeof ManageUsersContent>;

const choice = z.enum(accessChoices);

/** `/members/admin/manage_users/{id}` */
export const ManageUserContent = z.object({
  type: z.literal('manage_user'),
  title: z.string(),
  user: ListedUser.extend({ firstname: z.string(), joined: z.string() }),
  /** True if this is the visitor's own account. */
  own: z.boolean(),
  /** True if the visitor may change the account. Users with Admin Tools who aren't admins can only read it. */
  may_change: z.boolean(),
  /** The roles that the visitor may assign. */
  gives: z.array(z.enum(roles)),
  /** For optimistic locking: a change sends the version it is based on. */
  version: z.int(),
  items: z.array(z.object({ item: z.string(), name: z.string(), choice })),
  /** The running subscriptions that the user pays for. */
  subscriptions: z.array(SubscriptionForAdmin),
  sessions: z.array(z.object({ id, device: z.string(), address: z.string(), last_used: z.string() })),
  factors: z.object({ codes: z.boolean(), passkeys: z.boolean() }),
  /** The date on which the account will be erased at its owner's request; "" otherwise. */
  erased_on: z.string(),
  /** True if an admin has also disabled the account. The owner then can't cancel the erasure by signing in. */
  kept_shut: z.boolean(),
  /** The latest audit entries about the user, newest first, each with its actor's network address. */
  noted: z.array(MemberAuditEntry),
  /** The number of all audit entries about the user, of which `noted` has the latest. */
  noted_total: z.int(),
});
export type ManageUserContent = z.infer<typeof ManageUserContent>;

/** An invitation that has been neither accepted nor withdrawn. */
export const OpenInvitation = z.object({
  id,
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  role: z.enum(roles),
  sent: z.string(),
  /** True if the link has expired. */
  expired: z.boolean(),
  /** True if the invitation has become invalid because its sender may no longer invite people with this role. */
  ended: z.boolean(),
});
export type OpenInvitation = z.infer<typeof OpenInvitation>;

/** `/members/admin/manage_users/invite` */
export const InviteUsersContent = z.object({
  type: z.literal('invite_users'),
  title: z.string(),
  table: tableState,
  /** The roles that the visitor may assign. */
  gives: z.array(z.enum(roles)),
  invited: z.array(OpenInvitation),
  /** Explains that the site sends no email, and what to do; "" if the site sends email. */
  why_kept: z.string(),
});
export type InviteUsersContent = z.infer<typeof InviteUsersContent>;

/** The permissions as saved by another admin, returned with a conflict. */
export const CurrentAccess = z.object({
  role: z.enum(roles),
  items: ManageUserContent.shape.items,
  ...currentVersionFields,
});
export type CurrentAccess = z.infer<typeof CurrentAccess>;

/** "1" confirms a change that removes the visitor's own access to Manage Users. */
const sure = z.literal(['', '1']).default('');
export const OwnAccessConfirmation = z.object({ sure });

export const SaveAccessBody = z.object({
  version: versionField,
  role: z.enum(roles, 'Choose a role.'),
  ...(Object.fromEntries(Object.keys(permissionLabels).map((item) => [item, choice.default('role')])) as Record<
    EditablePermission,
    z.ZodDefault<typeof choice>
  >),
  sure,
});
export type SaveAccessBody = z.infer<typeof SaveAccessBody>;

export const RemoveSecondFactorBody = z.object({
  reason: requiredSingleLine('Enter a reason. It is kept in the audit log.', 300),
});

export const PreviewInvitationListBody = z.object({
  list: z
    .string('Paste some names and addresses.')
    .min(1, 'Paste some names and addresses.')
    .max(200_000, 'That’s too much at once: paste up to 2,000 names and addresses.'),
});

const name = singleLine(60).default('');

export const SendInvitationsBody = z.object({
  role: z.enum(roles, 'Choose a role.').default('member'),
  people: z
    .array(z.object({ firstname: name, lastname: name, email: z.email().max(254) }))
    .min(1, 'Select at least one person to invite.')
    .max(200, 'Invite up to 200 people at a time.'),
});

/** A person on a pasted list; the address may be new, invited already, or belong to an account. */
export const PreviewedPerson = z.object({
  firstname: z.string(),
  lastname: z.string(),
  email: z.string(),
  status: z.enum(['new', 'invited', 'user']),
});
export type PreviewedPerson = z.infer<typeof PreviewedPerson>;

/** A pasted list as the site has parsed it, before anything is sent. */
export const InvitationListPreview = z.object({
  people: z.array(PreviewedPerson),
  unread: z.array(z.object({ line: z.int(), text: z.string(), why: z.string() })),
  /** The number of addresses that repeat an earlier one. */
  repeated: z.int(),
});
export type InvitationListPreview = z.infer<typeof InvitationListPreview>;

const account = '/members/api/admin/users/:id';
export const saveAccess = declareCall('POST', `${account}/access`, {
  body: SaveAccessBody,
  answers: { 200: savedVersion, 409: z.object({ current: CurrentAccess }) },
});
export const changeUserEmail = declareCall('POST', `${account}/email`, { body: ChangeEmailBody });
export const disableAccount = declareCall('POST', `${account}/deactivate`, { body: OwnAccessConfirmation });
export const enableAccount = declareCall('POST', `${account}/activate`);
export const signOutEverywhere = declareCall('POST', `${account}/end_sessions`);
export const sendPasswordResetLink = declareCall('POST', `${account}/reset_password`);
export const removeSecondFactor = declareCall('POST', `${account}/remove_second_factor`, {
  body: RemoveSecondFactorBody,
});

const invitations = '/members/api/admin/invitations';
/** Parses a pasted list without sending anything. */
export const previewInvitationList = declareCall('POST', `${invitations}/read`, {
  body: PreviewInvitationListBody,
  answers: { 200: InvitationListPreview },
});
export const sendInvitations = declareCall('POST', invitations, {
  body: SendInvitationsBody,
  answers: { 200: z.object({ sent: z.int(), links: InvitationLinkList }) },
});
export const withdrawInvitation = declareCall('POST', `${invitations}/:id/withdraw`);
export const restoreInvitation = declareCall('POST', `${invitations}/:id/restore`);

const RequestErasureBody = z.object({
  shown_as: z.enum(erasedNameStyles, { error: 'Choose how your credits should name you.' }),
  sure: z.literal('on', { error: 'Tick this box to confirm.' }),
});

export const requestErasure = declareCall('POST', '/members/api/account_settings/erase', { body: RequestErasureBody });

declare module '#platform/shared/pages.ts' {
  interface Pages {
    manage_users: ManageUsersContent;
    manage_user: ManageUserContent;
    invite_users: InviteUsersContent;
  }
}
