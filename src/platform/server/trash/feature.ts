import type { Feature } from '../feature/feature.ts';
import { purging } from './purge.ts';

export const trash: Feature = {
  work: ({ all, ...services }) => [purging({ ...services, kinds: all('trash') })],
};
