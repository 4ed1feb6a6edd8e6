/** A credited name. A person exists without an account (CONTRACT §3). */
interface PersonTable {
  id: string;
  name: string;
  /** What makes two spellings the same name (`nameKey`). */
  name_key: string;
  /** How credits printed under another name are shown. */
  credit_style: 'as_printed' | 'new_as_old' | 'new_only';
  created_at: string;
}

declare module '../../../platform/server/database/schema.ts' {
  interface Tables {
    person: PersonTable;
  }
}

export type { PersonTable };
