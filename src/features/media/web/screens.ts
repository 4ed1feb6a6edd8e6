import type { Screens } from '#platform/web/navigation/index.ts';

export const screens = {
  manage_media: () => import('./ManageMediaPage.tsx'),
  show_photos_form: () => import('./ShowPhotosPage.tsx'),
} satisfies Screens;
