import type { Site } from '#platform/shared/pages.ts';
import type { Settings } from './settings.ts';

const outside = /^https?:\/\//i;

/** Returns true if an address leads to a seller's own site, and not to this one. */
export const isSeller = (ticketsLink: string): boolean => outside.test(ticketsLink);

/** Returns true if tickets are sold by this site: they are switched on, and no other seller is named. */
export const isSoldHere = ({ ticketsActive, ticketsLink }: Pick<Settings, 'ticketsActive' | 'ticketsLink'>): boolean =>
  ticketsActive === '1' && !isSeller(ticketsLink);

/** Returns true while there is somewhere to book: at the seller who is named, or here for any show. */
export const canBook = (site: Pick<Site, 'tickets_active' | 'tickets_link' | 'on_sale'>): boolean =>
  site.tickets_active === '1' && (isSeller(site.tickets_link) || site.on_sale.length > 0);

/** Returns true while there is somewhere to book the next show. */
export const canBookNext = ({
  tickets_active,
  tickets_link,
  next_show,
}: Pick<Site, 'tickets_active' | 'tickets_link'> & { next_show: Pick<Site['next_show'], 'on_sale'> }): boolean =>
  tickets_active === '1' && (isSeller(tickets_link) || next_show.on_sale);
