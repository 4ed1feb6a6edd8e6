import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { mediaAdminPages } from './server/admin-pages.ts';
import { albumCalls } from './server/album-calls.ts';
import { albumNames } from './server/audit-subjects.ts';
import { mediaDownloads } from './server/downloads.ts';
import { mediaLibrary } from './server/library.ts';
import { mediaCalls } from './server/media-calls.ts';
import { pictureData } from './server/personal-data.ts';
import { showPhotoCalls } from './server/show-photo-calls.ts';
import { albumTrash, mediaTrash } from './server/trash.ts';
import { mediaUploads } from './server/upload-calls.ts';

export const media: Feature = {
  routes(platform, { storage, all }) {
    const library = mediaLibrary(all('textsOnSite'));
    mediaDownloads(platform, storage);
    mediaAdminPages(platform, library);
    mediaUploads(platform, storage);
    mediaCalls(platform, library);
    albumCalls(platform);
    showPhotoCalls(platform);
  },
  personalData: [pictureData],
  trash: [mediaTrash, albumTrash],
  auditSubjects: [albumNames],
  adminTools,
  actionNames: [
    {
      'hung an album': 'set a show’s photographs',
      'hung new media': 'added to a show’s photographs',
      'described media': 'described a picture',
    },
  ],
};
