import type { Site } from '#platform/shared/pages.ts';

const labels = { '': 'Our next show', now: 'Now playing', today: 'Now playing: today' } as const;

/** Labels the show that the site announces: next, or on now. */
export const showLabel = ({ playing }: Pick<Site['next_show'], 'playing'>): string => labels[playing];
