import type { Reading } from '../../../platform/server/database/index.ts';
import { fileAddress, fileTitle } from '../address.ts';
import type { FileEntry } from '../contract.ts';
import { kindInList } from '../kinds.ts';
import * as store from './store.ts';

/** A post's files by name; who may see the post is for its own feature to say. */
export async function filesOfPost(db: Reading, postId: string): Promise<FileEntry[]> {
  return (await store.filesOfPost(db, postId)).map(({ id, name, content_type, bytes }) => ({
    id,
    name: fileTitle(name),
    url: fileAddress({ id, name }),
    kind: kindInList({ contentType: content_type, bytes }),
  }));
}

/** The files of Member Documents that everyone may read (CONTRACT §5). */
export async function publicDocs(db: Reading): Promise<{ id: string; name: string }[]> {
  return (await store.publicDocs(db)).map(({ id, name }) => ({ id, name: fileTitle(name) }));
}
