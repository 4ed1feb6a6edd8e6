import type { LiveRow } from '#platform/server/database/index.ts';

export interface FileTable {
  id: string;
  /** Safe in a header and in a file system. */
  name: string;
  content_type: string;
  bytes: number;
  /** The storage's name for its bytes. */
  storage_key: string;
  created_at: string;
  /** A file belongs to a show, or to a post, or to Member Docs. */
  show_id: string | null;
  post_id: string | null;
  /** Its visibility in Member Docs: not in it, for members, or for everyone. */
  member_docs: 'no' | 'members' | 'public';
  /** Increases with each change of its name, its readers or its content. */
  version: number;
  /** The user who saved it last; null if that is unknown or their account was deleted. */
  updated_by?: string | null | undefined;
  /** The time of its deletion, and the person who deleted it. */
  deleted_at: string | null;
  deleted_by: string;
  /** For a file in the trash, the show whose managers manage it: its own show, or that of its post. */
  managed_with: string | null;
  /** 1 if it was deleted with its post, and is restored with it. */
  with_post: 0 | 1;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    file: LiveRow<FileTable>;
    file_with_deleted: FileTable;
  }
}
