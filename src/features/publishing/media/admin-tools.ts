import type { AdminTool } from '#platform/shared/admin-tools.ts';
import { manageMediaPath, showPhotosPath } from './paths.ts';

export const adminTools: readonly AdminTool[] = [
  {
    label: 'Manage Media',
    href: manageMediaPath,
    about: 'Upload, find and delete pictures and videos.',
    group: 'archive',
    order: 240,
    inNavigation: 10,
  },
  {
    label: 'Add Show Photos',
    href: showPhotosPath,
    about: 'Add an album to a show’s page.',
    group: 'archive',
    order: 250,
    inNavigation: 30,
  },
];
