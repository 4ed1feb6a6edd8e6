import { ours } from './forget-drafts.ts';

const nameOf = (user: string, what: string) => `${ours}${user}: ${what}`;

/** Keeps what a user types in this browser until it is saved; where the browser can't, nothing else is lost. */
export function keepDraft(user: string, what: string, draft: object): void {
  try {
    localStorage.setItem(nameOf(user, what), JSON.stringify(draft));
  } catch {
    // Full, or switched off
  }
}

/** What the user typed before and didn't save. What is there may be anything: old, or written by somebody else. */
export function keptDraft<Draft>(
  user: string,
  what: string,
  isDraft: (kept: unknown) => kept is Draft,
): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(user, what)) ?? 'null');
    return isDraft(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets one once it is saved, or given up. */
export function forgetDraft(user: string, what: string): void {
  try {
    localStorage.removeItem(nameOf(user, what));
  } catch {
    // Then there was none
  }
}

/** Whether this is how another window hears that all drafts were forgotten. */
export const areForgottenBy = ({ key }: Pick<StorageEvent, 'key'>): boolean => key === ours || key === null;
