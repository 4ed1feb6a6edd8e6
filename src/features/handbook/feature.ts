import type { Feature } from '#platform/server/feature/feature.ts';
import { handbookPages } from './server/pages.ts';

export const handbook: Feature = { routes: handbookPages };
