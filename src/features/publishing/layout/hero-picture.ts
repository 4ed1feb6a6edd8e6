import type { Site } from '#platform/shared/pages.ts';

/**
 * Returns the picture at the top of the front page: the one that the society has set, else the banner of its next show.
 * "" for none, which displays a curtain.
 */
export const heroPicture = ({
  tickets_hero_photo,
  next_show,
}: Pick<Site, 'tickets_hero_photo' | 'next_show'>): string => tickets_hero_photo || next_show.banner;
