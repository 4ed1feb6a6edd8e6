import type { Site } from '#platform/shared/pages.ts';

/** Labels the show that the site announces: as next, or as on now. */
export const formatShowLabel = ({ playing }: Pick<Site['next_show'], 'playing'>): string =>
  playing ? 'Now playing' : 'Our next show';
