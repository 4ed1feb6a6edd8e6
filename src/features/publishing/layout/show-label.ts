import type { Site } from '#platform/shared/pages.ts';

/** Returns the label of the show that the site announces: next, or now playing. */
export const formatShowLabel = ({ playing }: Pick<Site['next_show'], 'playing'>): string =>
  playing ? 'Now playing' : 'Our next show';
