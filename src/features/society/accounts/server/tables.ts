import type { ErasedNameStyle } from '../contract.ts';
import type { Role } from '../roles.ts';

export interface UserTable {
  id: string;
  /** The address as typed, for sending email. */
  email: string;
  /** The normalised address (`normaliseEmail`). */
  email_key: string;
  firstname: string;
  lastname: string;
  phone_number: string;
  /** The person to call in an emergency. */
  e_con_name: string;
  e_con_phone: string;
  /** Argon2id in PHC notation; "" if no password is set. */
  password_hash: string;
  role: Role;
  /** `awaiting`: needs an admin's approval. See `resolveSignInStatus`. */
  status: 'awaiting' | 'active' | 'deactivated';
  /** 1 if the user gets emails about posts of their shows. */
  told_of_posts: 0 | 1;
  /** Name and address, folded for searches (`buildSearchKey`). */
  search_key: string;
  last_signed_in_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * The time from which password reset emails are allowed again after an admin has changed the address; "" if they are
   * allowed now.
   */
  reset_links_from: string;
  /** Increases with each save of the user's role and permissions. */
  version: number;
  /**
   * The admin who last saved the role and permissions; null if none has done so on the site, or if that admin's account
   * was deleted.
   */
  updated_by?: string | null | undefined;
}

interface UserItemTable {
  user_id: string;
  item: string;
  allowed: 0 | 1;
}

interface SessionTable {
  id: string;
  token_hash: string;
  user_id: string;
  stage: 'full' | 'second_factor';
  /** The user agent at sign-in. */
  device: string;
  address: string;
  created_at: string;
  last_used_at: string;
  /** The time of signing in, or of the last re-authentication with the password or a passkey. */
  authenticated_at: string;
  /** The time at which the second factor was last verified; "" for never. */
  second_factor_at: string;
  expires_at: string;
}

interface SingleUseLinkTable {
  id: string;
  token_hash: string;
  purpose: 'confirm' | 'reset' | 'invitation';
  user_id: string | null;
  email: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

interface RegistrationTable {
  id: string;
  token_hash: string;
  email: string;
  email_key: string;
  firstname: string;
  lastname: string;
  password_hash: string;
  invitation_id: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

interface InvitationTable {
  id: string;
  token_hash: string;
  /** The invited address; "" for the first admin's link, which the server prints. */
  email: string;
  email_key: string;
  firstname: string;
  lastname: string;
  role: Role;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  /**
   * The sender. The invitation is valid only while they are allowed to send it. Null for the link that the server
   * prints.
   */
  invited_by: string | null;
  /** The time at which the invitation was withdrawn, which makes its link invalid; null if it isn't withdrawn. */
  withdrawn_at: string | null;
}

interface KnownDeviceTable {
  token_hash: string;
  user_id: string;
  last_used_at: string;
}

export interface ErasureTable {
  user_id: string;
  shown_as: ErasedNameStyle;
  asked_at: string;
  due_at: string;
  /** 1 if the owner can't cancel the erasure by signing in, because an admin has disabled the account. */
  kept_shut: 0 | 1;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    user: UserTable;
    user_item: UserItemTable;
    session: SessionTable;
    single_use_link: SingleUseLinkTable;
    registration: RegistrationTable;
    invitation: InvitationTable;
    known_device: KnownDeviceTable;
    erasure: ErasureTable;
  }
}
