interface TotpTable {
  user_id: string;
  /** The encrypted secret; "" while codes from an app are off. */
  secret: string;
  /** Codes of this time step and of all earlier ones are used up. */
  last_step: number;
  /** The time at which codes from an app were turned on; null while they are off. */
  enabled_at: string | null;
}

/** An encrypted secret that was shown to a session for setting up an app. */
interface TotpOfferTable {
  id: string;
  session_id: string;
  secret: string;
  expires_at: string;
}

interface RecoveryCodeTable {
  id: string;
  user_id: string;
  /** The code's hash, computed with a key that is derived from the site's data key. */
  mark: string;
  created_at: string;
  used_at: string | null;
}

export interface PasskeyTable {
  id: string;
  user_id: string;
  /** The owner's name for the passkey. */
  name: string;
  credential_id: string;
  /** The public key as COSE in base64url. */
  public_key: string;
  counter: number;
  /** A JSON list of the ways in which a browser can reach the passkey. */
  transports: string;
  created_at: string;
  last_used_at: string | null;
}

export interface PasskeyChallengeTable {
  id: string;
  challenge: string;
  purpose: 'add' | 'sign_in' | 'second_factor';
  /** The only browser that can respond: the id of its session, or the hash of its cookie. */
  bearer: string;
  /** The name of the passkey to add; "" for other purposes. */
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
