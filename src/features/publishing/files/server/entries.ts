import type { DbReader } from '#platform/server/database/index.ts';
import type { FileEntry } from '../contract.ts';
import { formatFileListLabel, formatKindAndSize } from '../file-kinds.ts';
import { filePagePath, formatFileTitle, membersFilePagePath } from '../paths.ts';
import * as store from './store.ts';

type Listed = Awaited<ReturnType<typeof store.listPostFiles>>[number];

const entry = ({ id, name, content_type, bytes }: Listed, address: typeof filePagePath): FileEntry => ({
  id,
  name: formatFileTitle(name),
  url: address({ id, name }),
  kind: formatFileListLabel({ contentType: content_type, bytes }),
});

/** Lists a post's files by name; the posts feature decides who may see the post. */
export async function listPostFileEntries(
  db: DbReader,
  postId: string,
  readers: 'everyone' | 'members' = 'everyone',
): Promise<FileEntry[]> {
  const address = readers === 'members' ? membersFilePagePath : filePagePath;
  return (await store.listPostFiles(db, postId)).map((file) => entry(file, address));
}

/** Lists the files of Member Docs that everyone may read. */
export async function listPublicDocEntries(db: DbReader): Promise<{ id: string; name: string; kind: string }[]> {
  return (await store.listPublicDocs(db)).map(({ id, name, content_type, bytes }) => ({
    id,
    name: formatFileTitle(name),
    kind: formatKindAndSize({ contentType: content_type, bytes }),
  }));
}

/** Lists all of Member Docs, by name, each with its kind and size. */
export async function listMemberDocEntries(db: DbReader): Promise<FileEntry[]> {
  return (await store.listMemberDocs(db)).map((file) => ({
    ...entry(file, membersFilePagePath),
    kind: formatKindAndSize({ contentType: file.content_type, bytes: file.bytes }),
  }));
}
