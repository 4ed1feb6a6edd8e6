/** Who is looking, as far as access is concerned. The accounts feature says who; until it speaks, everyone is anonymous. */
export interface Visitor {
  signedIn: boolean;
  id: string;
  role: string;
  /** What this visitor may use, by item (CONTRACT §4). */
  may: Readonly<Record<string, boolean>>;
}

export const anonymous: Visitor = Object.freeze({ signedIn: false, id: '', role: '', may: Object.freeze({}) });
