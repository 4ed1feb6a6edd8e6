import type { Feature } from '#platform/server/feature/feature.ts';
import { registerHandbookPages } from './server/pages.ts';

export const handbookFeature: Feature = { routes: registerHandbookPages };
