import type { Site } from '#platform/shared/pages.ts';

const outside = /^https?:\/\//i;

/** Whether an address leads to a seller's own site, and not to this one. */
export const isSeller = (ticketsLink: string): boolean => outside.test(ticketsLink);

/** Whether there is somewhere to book: tickets are switched on, and a seller is named. */
export const canBook = (site: Pick<Site, 'tickets_active' | 'tickets_link'>): boolean =>
  site.tickets_active === '1' && isSeller(site.tickets_link);
