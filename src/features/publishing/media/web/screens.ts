import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  manage_media: () => import('./manage-media-page.tsx'),
  show_photos_form: () => import('./show-photos-page.tsx'),
} satisfies Screens;
