import type { Feature } from '#platform/server/feature/feature.ts';
import { adminTools } from './admin-tools.ts';
import { registerMediaAdminPages } from './server/admin-pages.ts';
import { registerAlbumCalls } from './server/album-calls.ts';
import { albumAuditSubjects } from './server/audit-subjects.ts';
import { registerMediaDownloads } from './server/downloads.ts';
import { registerMediaCalls } from './server/media-calls.ts';
import { createMediaCatalogue } from './server/media-catalogue.ts';
import { mediaPersonalData } from './server/personal-data.ts';
import { registerShowPhotoCalls } from './server/show-photo-calls.ts';
import { albumTrash, mediaTrash } from './server/trash.ts';
import { registerMediaUploads } from './server/upload-calls.ts';

export const media: Feature = {
  visibility: {
    media_with_deleted: 'public',
    show_media: 'public',
    show_gallery: 'private',
    album_with_deleted: 'private',
    album_media: 'private',
    media_person: 'public',
  },
  routes(platform, { storage, all }) {
    const library = createMediaCatalogue(all('textsOnSite'));
    registerMediaDownloads(platform, storage);
    registerMediaAdminPages(platform, library);
    registerMediaUploads(platform, storage);
    registerMediaCalls(platform, library);
    registerAlbumCalls(platform);
    registerShowPhotoCalls(platform);
  },
  personalData: [mediaPersonalData],
  trash: [mediaTrash, albumTrash],
  auditSubjects: [albumAuditSubjects],
  adminTools,
  actionNames: [
    {
      'hung an album': 'added an album to a show',
      'hung new media': 'added photographs to a show',
      'described media': 'described a picture',
    },
  ],
};
