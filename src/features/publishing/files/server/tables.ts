import type { LiveRow } from '#platform/server/database/index.ts';

export interface FileTable {
  id: string;
  /** The file's name, which is safe in a header and in a file system. */
  name: string;
  content_type: string;
  bytes: number;
  /** The name of the file's content in the storage. */
  storage_key: string;
  created_at: string;
  /** A file belongs to a show, or to a post, or to Member Docs. */
  show_id: string | null;
  post_id: string | null;
  /** The file's visibility in Member Docs: not listed there, for members, or for everyone. */
  member_docs: 'no' | 'members' | 'public';
  /** Increases with each change of the file's name, readers or content. */
  version: number;
  /** The user who saved the file last; null if that is unknown or their account was deleted. */
  updated_by?: string | null | undefined;
  /** The time of the deletion, and the person who deleted the file. */
  deleted_at: string | null;
  deleted_by: string;
  /** For a file in the trash, the show whose managers manage it: its own show, or that of its post. */
  managed_with: string | null;
  /** 1 if the file was deleted with its post, and is restored with the post. */
  with_post: 0 | 1;
}

declare module '#platform/server/database/core/schema.ts' {
  interface Tables {
    file: LiveRow<FileTable>;
    file_with_deleted: FileTable;
  }
}
