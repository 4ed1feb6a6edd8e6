/** A declaration that a member made. Withdrawn ones stay as long as HMRC can look into claims made by them. */
interface GiftAidDeclarationTable {
  id: string;
  /** Null once the account is deleted. */
  user_id: string | null;
  title: string;
  firstname: string;
  lastname: string;
  house: string;
  address: string;
  postcode: string;
  /** HMRC's model that it followed, by its day, and the society's name in it. */
  wording: string;
  society: string;
  declared_at: string;
  /** When it was withdrawn, replaced by another, or its member's data erased. */
  ended_at: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    gift_aid_declaration: GiftAidDeclarationTable;
  }
}

export type { GiftAidDeclarationTable };
