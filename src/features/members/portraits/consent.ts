/**
 * The sentence to which the person in the portrait, or a parent or guardian, agrees. It is recorded with the consent.
 */
export const consentWording = 'Show my portrait on the public pages of this site.';

/** The consent to show a portrait, as it is recorded. */
export interface PortraitConsent {
  /** The moment of the consent; null while there is none. */
  consented_at: string | null;
  /** 1 if the person was 18 or older when they agreed. */
  is_adult: 0 | 1;
  /** The parent or guardian who agreed for somebody under 18; "" for an adult. */
  guardian: string;
}

/** The values of the consent columns while nobody has agreed to show the portrait. */
export const emptyConsentColumns = {
  consented_at: null,
  consent_wording: '',
  is_adult: 0 as const,
  guardian: '',
  consent_recorded_by: null,
};

/**
 * Returns true if visitors may see the portrait: an adult has consented for themselves, or a named parent or guardian
 * has consented.
 */
export const hasValidConsent = ({ consented_at, is_adult, guardian }: PortraitConsent): boolean =>
  consented_at !== null && (is_adult === 1 || guardian.trim() !== '');

/** The users who look after a person's portrait, in addition to admins. */
export interface PortraitManagers {
  /** The user who is linked to the person. */
  owner: string | null;
  /** The users who pay for the person's membership, mostly parents; empty if the person has an account. */
  payers: readonly string[];
}

/**
 * The way in which a visitor can agree: for themselves (`own`), by recording what the person said (`recorded`), or as a
 * parent or guardian (`guardian`). `no` if only somebody else can agree.
 */
export type ConsentMethod = 'own' | 'recorded' | 'guardian' | 'no';

/**
 * Returns how a visitor can consent to showing a portrait. People with an account consent themselves. For others, admins
 * record what the person said, and users who pay for the person's membership consent as a parent or guardian.
 */
export function getConsentMethod(
  { owner, payers }: PortraitManagers,
  { id, may }: { id: string; may: { admin?: boolean | undefined } },
): ConsentMethod {
  if (owner !== null) return owner === id ? 'own' : 'no';
  if (may.admin === true) return 'recorded';
  return payers.includes(id) ? 'guardian' : 'no';
}

/**
 * Returns the portrait of a person who may have been merged with others: the person's own portrait or, if there is
 * none, the latest portrait of the others.
 */
export const choosePortrait = <Row extends { person_id: string; created_at: string; id: string }>(
  rows: readonly Row[],
  person: string,
): Row | undefined =>
  rows.toSorted(
    (a, b) =>
      Number(b.person_id === person) - Number(a.person_id === person) ||
      b.created_at.localeCompare(a.created_at) ||
      a.id.localeCompare(b.id),
  )[0];
