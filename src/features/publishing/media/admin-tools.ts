import type { AdminTool } from '#platform/shared/admin-tools.ts';
import { manageMediaPath, showPhotosPath } from './paths.ts';

export const adminTools: readonly AdminTool[] = [
  {
    label: 'Manage Media',
    href: manageMediaPath,
    about: 'Upload, describe and delete pictures, videos and recordings, and sort them into albums.',
    group: 'archive',
    order: 240,
    inNavigation: 10,
  },
  {
    label: 'Add Show Photos',
    href: showPhotosPath,
    about: 'Add photographs or an album to a show’s page, and put them in order.',
    group: 'archive',
    order: 250,
    inNavigation: 30,
  },
];
