import type { Feature } from '../feature/feature.ts';
import { definePurgeTrashJob } from './purge.ts';

export const trash: Feature = {
  work: ({ all, ...services }) => [definePurgeTrashJob({ ...services, kinds: all('trash') })],
};
