/** Somebody who is or was credited, with or without an account. */
interface PersonTable {
  id: string;
  name: string;
  /** The key that is the same for all spellings of a name that mean the same person (`buildNameKey`). */
  name_key: string;
  /** The style of credits printed under another name. */
  credit_style: 'as_printed' | 'new_as_old' | 'new_only';
  /** Says who chose the style: nobody, the person (`owner`), or an admin. */
  credit_style_by: 'nobody' | 'owner' | 'admin';
  created_at: string;
}

/** A person who was merged into another. While the row exists, the two count as one person. */
interface PersonMergeTable {
  person_id: string;
  /** The remaining person, who may have been merged in turn. */
  kept_id: string;
  /** 1 if the merge linked the remaining person to the other's user. */
  carried_user: 0 | 1;
  /**
   * The remaining person's style before the merge replaced it with the other person's; "" if the merge didn't change
   * it.
   */
  kept_style: PersonTable['credit_style'] | '';
  /** Says who chose the style in `kept_style`. */
  kept_style_by: PersonTable['credit_style_by'] | '';
  merged_at: string;
  /** The name of the user who merged the two persons. */
  merged_by: string;
}

/** Two people with similar names who are marked as different. The lower id comes first. */
interface PersonApartTable {
  person_id: string;
  other_id: string;
  since: string;
}

/** The link between a user and a credited person. */
interface UserPersonTable {
  user_id: string;
  person_id: string;
  /**
   * The user who created the link; null if an admin's merge or the demo created it, if that user's account was deleted,
   * and for older links.
   */
  linked_by: string | null;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    person: PersonTable;
    user_person: UserPersonTable;
    person_merge: PersonMergeTable;
    person_apart: PersonApartTable;
  }
}

export type { PersonTable };
