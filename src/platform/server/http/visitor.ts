/** Who is looking, as far as access is concerned. The accounts feature says who; until it speaks, everyone is anonymous. */
export interface Visitor {
  signedIn: boolean;
  id: string;
  role: string;
  /** First and last name. */
  name: string;
  /** The id of the session they came by. */
  session: string;
  /** What this visitor may use, by item (CONTRACT §4). */
  may: Readonly<Record<string, boolean>>;
}

export const anonymous: Visitor = Object.freeze({
  signedIn: false,
  id: '',
  role: '',
  name: '',
  session: '',
  may: Object.freeze({}),
});
