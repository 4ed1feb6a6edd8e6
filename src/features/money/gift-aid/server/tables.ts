/**
 * A member's declaration. A declaration that has ended is stored for as long as HMRC can check the claims made with it.
 */
export interface GiftAidDeclarationTable {
  id: string;
  /** Null once the account is deleted. */
  user_id: string | null;
  title: string;
  firstname: string;
  lastname: string;
  house: string;
  address: string;
  postcode: string;
  /** The version of HMRC's model wording (`declarationWordingVersion`), and the society's name in it. */
  wording: string;
  society: string;
  declared_at: string;
  /**
   * The time at which the declaration was withdrawn or replaced, or the account was erased. Null while the declaration
   * is in force.
   */
  ended_at: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    gift_aid_declaration: GiftAidDeclarationTable;
  }
}
