import type { Permission } from '#features/society/accounts/roles.ts';
import { isPublished } from '#platform/shared/published.ts';

/** The facts that decide who may read a file. */
export interface FilePlacement {
  /** The show that the file belongs to, directly or through its post. */
  of_show: string | null;
  /** True if the file's show is archived. */
  archived: boolean | 0 | 1;
  post_id: string | null;
  post_type: 'public' | 'auditions' | 'private' | null;
  published_at: string | null;
  member_docs: 'no' | 'members' | 'public';
}

/**
 * Returns the signed-in users who may read a file: everyone, users with a permission, people who manage its show (if
 * its post isn't published yet or the show is archived), or nobody.
 */
export function resolveFileReaders(file: FilePlacement, now: string): Permission | 'everyone' | 'managers' | 'nobody' {
  if (file.member_docs === 'public') return 'everyone';
  if (file.member_docs === 'members') return 'member_docs';
  if (file.archived) return 'managers';
  if (file.published_at !== null && !isPublished(file.published_at, now)) return 'managers';
  if (file.post_type === 'public' || file.post_type === 'auditions') return 'everyone';
  if (file.of_show !== null) return 'shows';
  return file.post_type === 'private' ? 'everyone' : 'nobody';
}

/**
 * Returns true if everyone may read a file: a public file of Member Docs, or a file of a published post for everyone,
 * unless its show is archived.
 */
export function isPublicFile(file: FilePlacement, now: string): boolean {
  if (file.archived) return false;
  if (file.member_docs === 'public') return true;
  const forAll = file.post_type === 'public' || file.post_type === 'auditions';
  return forAll && isPublished(file.published_at, now);
}
