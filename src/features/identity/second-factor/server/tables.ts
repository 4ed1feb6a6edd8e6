interface TotpTable {
  user_id: string;
  /** Encrypted; "" while codes are off. */
  secret: string;
  /** Codes of this time step, and of earlier ones, are used up. */
  last_step: number;
  /** Null while codes are off. */
  enabled_at: string | null;
}

interface TotpOfferTable {
  id: string;
  session_id: string;
  secret: string;
  expires_at: string;
}

interface RecoveryCodeTable {
  id: string;
  user_id: string;
  /** All that is stored of the code: its hash with the site's SECRET. */
  mark: string;
  created_at: string;
  used_at: string | null;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  /** The owner's name for it. */
  name: string;
  credential_id: string;
  /** COSE, as base64url. */
  public_key: string;
  counter: number;
  /** JSON: how a browser may reach it. */
  transports: string;
  created_at: string;
  last_used_at: string | null;
}

export interface PasskeyChallengeTable {
  id: string;
  challenge: string;
  purpose: 'add' | 'sign_in' | 'second_factor';
  /** The only one that may answer it: a session's id, or the hash of a cookie. */
  bearer: string;
  /** The name of a passkey that is being made. */
  name: string;
  expires_at: string;
}

interface WrongCodeTable {
  id: string;
  user_id: string;
  session_id: string;
  at: string;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    totp: TotpTable;
    totp_offer: TotpOfferTable;
    recovery_code: RecoveryCodeTable;
    passkey: PasskeyTable;
    passkey_challenge: PasskeyChallengeTable;
    wrong_code: WrongCodeTable;
  }
}
