import type { SiteData } from '#platform/shared/pages.ts';
import type { Settings } from './settings.ts';

const webAddress = /^https?:\/\//i;

/** Returns true if the ticket link leads to another seller's site. */
export const isExternalTicketLink = (ticketsLink: string): boolean => webAddress.test(ticketsLink);

/** Returns true if this site sells tickets: ticket sales are switched on, and there is no other seller. */
export const areTicketsSoldHere = ({
  ticketsActive,
  ticketsLink,
}: Pick<Settings, 'ticketsActive' | 'ticketsLink'>): boolean =>
  ticketsActive === '1' && !isExternalTicketLink(ticketsLink);

/** Returns true if tickets can be booked now: at another seller, or here for at least one show. */
export const canBookTickets = (site: Pick<SiteData, 'tickets_active' | 'tickets_link' | 'on_sale'>): boolean =>
  site.tickets_active === '1' && (isExternalTicketLink(site.tickets_link) || site.on_sale.length > 0);

/** Returns true if tickets for the next show can be booked now. */
export const canBookNextShow = ({
  tickets_active,
  tickets_link,
  next_show,
}: Pick<SiteData, 'tickets_active' | 'tickets_link'> & {
  next_show: Pick<SiteData['next_show'], 'on_sale'>;
}): boolean => tickets_active === '1' && (isExternalTicketLink(tickets_link) || next_show.on_sale);

/** Returns the label of the show that the site announces: next, or now playing. */
export const formatNextShowLabel = ({ playing }: Pick<SiteData['next_show'], 'playing'>): string =>
  playing ? 'Now playing' : 'Our next show';
