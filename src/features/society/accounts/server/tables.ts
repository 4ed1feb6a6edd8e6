import type { ErasedNameStyle } from '../erased-name.ts';
import type { Role } from '../roles.ts';

export interface UserTable {
  id: string;
  /** As typed, for sending email. */
  email: string;
  /** The key by which two spellings are the same address (`emailKey`). */
  email_key: string;
  firstname: string;
  lastname: string;
  phone_number: string;
  /** The person to call in an emergency. */
  e_con_name: string;
  e_con_phone: string;
  /** Argon2id in PHC notation; "" for one who has none yet. */
  password_hash: string;
  role: Role;
  /** `awaiting` waits for an admin's approval. `sign-in-status.ts` explains their effect on signing in. */
  status: 'awaiting' | 'active' | 'deactivated';
  /** 1 if they want to be mailed about posts of their shows. */
  told_of_posts: 0 | 1;
  /** Name and address, folded for searches (`userKey`). */
  search_key: string;
  last_signed_in_at: string | null;
  created_at: string;
  updated_at: string;
  /**
   * The time from which a link to a new password may be mailed, after an admin has changed the address; "" for at once.
   */
  reset_links_from: string;
  /** Increases with each change of their permissions. */
  version: number;
  /** The admin who saved what they may use last; null where nobody did, or that account was deleted. */
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
  /** The browser's description of itself at sign-in. */
  device: string;
  address: string;
  created_at: string;
  last_used_at: string;
  /** The time of its owner's last authentication. */
  authenticated_at: string;
  /** The time of their last second factor here; "" for never. */
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
  /** "" for the first admin's, which is printed and not mailed. */
  email: string;
  email_key: string;
  firstname: string;
  lastname: string;
  role: Role;
  created_at: string;
  expires_at: string;
  used_at: string | null;
  /** The user who invited; it is valid while they could send it. Null for the server's own. */
  invited_by: string | null;
  /** While set, the link opens nothing. */
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
  /** 1 if an admin has disabled the account since: its owner can’t enable it by signing in. */
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
