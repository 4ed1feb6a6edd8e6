import type { Item } from '../accounts/roles.ts';

/** What of a file decides who may read it. */
export interface Placed {
  show_id: string | null;
  post_id: string | null;
  post_type: 'public' | 'auditions' | 'private' | null;
  published_at: string | null;
  member_docs: 'no' | 'members' | 'public';
}

/**
 * Whom a file is for, among those who are signed in: everyone, whoever may use an item, those who manage its show while
 * its post waits for its day, or nobody (decision 10).
 */
export function readersOf(file: Placed, now: string): Item | 'everyone' | 'managers' | 'nobody' {
  if (file.member_docs === 'public') return 'everyone';
  if (file.member_docs === 'members') return 'member_docs';
  if (file.published_at !== null && file.published_at > now) return 'managers';
  if (file.post_type === 'public' || file.post_type === 'auditions') return 'everyone';
  if (file.show_id !== null) return 'shows';
  return file.post_type === 'private' ? 'everyone' : 'nobody';
}
