interface FileTable {
  id: string;
  /** Safe to stand in a header and on a disk. */
  name: string;
  content_type: string;
  bytes: number;
  /** What the storage calls its bytes. */
  storage_key: string;
  created_at: string;
  /** A file belongs to a show, or to a post, or to Member Documents. */
  show_id: string | null;
  post_id: string | null;
  /** Whether it stands in Member Documents, and who may read it there. */
  member_docs: 'no' | 'members' | 'public';
}

/** A file that can be restored for 30 days. */
interface DeletedFileTable extends FileTable {
  /** The show whose people manage it: its own, or that of its post. */
  managed_with: string | null;
  /** Whether it went because its post did, and comes back with it. */
  with_post: 0 | 1;
  deleted_at: string;
  deleted_by: string;
}

declare module '#platform/server/database/schema.ts' {
  interface Tables {
    file: FileTable;
    deleted_file: DeletedFileTable;
  }
}
