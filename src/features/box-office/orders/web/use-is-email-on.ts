import { usePage } from '#platform/web/navigation/index.ts';
import type { TicketEmailKind } from '../ticket-email-contract.ts';

/** Returns a function that says whether emails of a kind are switched on, according to the page on screen. */
export function useIsEmailOn(): (kind: TicketEmailKind) => boolean {
  const page = usePage();
  const off: readonly TicketEmailKind[] = ('emails_off' in page && page.emails_off) || [];
  return (kind) => !off.includes(kind);
}
