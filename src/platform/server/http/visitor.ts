/**
 * Who is looking, as far as access is concerned. The accounts feature says who; until it speaks, everyone is anonymous.
 */
export interface Visitor {
  signedIn: boolean;
  id: string;
  role: string;
  /** First and last name. */
  name: string;
  /** The id of the session they came by. */
  session: string;
  /** When they last showed who they are, by password or passkey; "" for whoever isn't signed in. */
  authenticatedAt: string;
  /** When they last showed a second factor in this session; "" for never. */
  secondFactorAt: string;
  /** What this visitor may use, by item. */
  may: Readonly<Record<string, boolean>>;
  /** What they have to see to before anything else on the members' side; absent for most. */
  duty?: RequiredStep;
}

export interface RequiredStep {
  /** Where it is done. */
  at: string;
  /** One sentence that says what and why. */
  msg: string;
  /** The access rules, by name, that let this visitor in all the same. */
  open: readonly string[];
}

export const anonymous: Visitor = Object.freeze({
  signedIn: false,
  id: '',
  role: '',
  name: '',
  session: '',
  authenticatedAt: '',
  secondFactorAt: '',
  may: Object.freeze({}),
});
