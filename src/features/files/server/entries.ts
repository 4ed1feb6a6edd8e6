import type { Reading } from '#platform/server/database/index.ts';
import { fileAddress, fileTitle, membersFileAddress } from '../address.ts';
import type { FileEntry } from '../contract.ts';
import { kindAndSize, kindInList } from '../kinds.ts';
import * as store from './store.ts';

type Listed = Awaited<ReturnType<typeof store.filesOfPost>>[number];

const entry = ({ id, name, content_type, bytes }: Listed, address: typeof fileAddress): FileEntry => ({
  id,
  name: fileTitle(name),
  url: address({ id, name }),
  kind: kindInList({ contentType: content_type, bytes }),
});

/** A post's files by name; the posts feature decides who may see the post. */
export async function filesOfPost(
  db: Reading,
  postId: string,
  readers: 'everyone' | 'members' = 'everyone',
): Promise<FileEntry[]> {
  const address = readers === 'members' ? membersFileAddress : fileAddress;
  return (await store.filesOfPost(db, postId)).map((file) => entry(file, address));
}

/** The files of Member Docs that everyone may read. */
export async function publicDocs(db: Reading): Promise<{ id: string; name: string; kind: string }[]> {
  return (await store.publicDocs(db)).map(({ id, name, content_type, bytes }) => ({
    id,
    name: fileTitle(name),
    kind: kindAndSize({ contentType: content_type, bytes }),
  }));
}

/** All of Member Docs, by name, each with its kind and size. */
export async function memberDocs(db: Reading): Promise<FileEntry[]> {
  return (await store.memberDocs(db)).map((file) => ({
    ...entry(file, membersFileAddress),
    kind: kindAndSize({ contentType: file.content_type, bytes: file.bytes }),
  }));
}
