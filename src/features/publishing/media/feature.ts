import type { Feature } from '#platform/server/feature/feature.ts';
import { defineSaverPersonalData } from '#platform/server/feature/personal-data.ts';
import { adminTools } from './admin-tools.ts';
import { findAlbumAuditSubjects, registerAlbumCalls } from './server/albums.ts';
import { registerMediaDownloadRoutes } from './server/entries.ts';
import { registerMediaAdminPages, registerMediaCalls } from './server/manage-media.ts';
import { createMediaCatalogue } from './server/media-catalogue.ts';
import { registerShowPhotoCalls } from './server/show-photos.ts';
import { albumTrash, isPersonTaggedOnSite, mediaPersonalData, mediaTrash } from './server/store.ts';
import { registerMediaUploadCalls } from './server/upload-calls.ts';

const auditActions = {
  'album.created': 'created an album',
  'album.filled': 'added media to an album',
  'album.changed': 'changed an album',
  'album.deleted': 'deleted an album',
  'album.restored': 'restored an album',
  'show_gallery.album_set': 'added an album to a show',
  'show_gallery.media_added': 'added photographs to a show',
  'show_gallery.arranged': 'arranged a show’s photographs',
  'media.added': 'added media',
  'media.deleted': 'deleted media',
  'media.restored': 'restored media',
  'media.described': 'changed the texts of media',
  'media.replaced': 'replaced media',
  'media.reencoded': 'modernised a picture',
};

declare module '#platform/server/feature/audit-actions.ts' {
  interface AuditActions extends Record<keyof typeof auditActions, true> {}
}

export const mediaFeature: Feature = {
  visibility: {
    media_with_deleted: { rows: 'public', columns: { updated_by: 'private', file_updated_by: 'private' } },
    show_media: 'public',
    show_gallery: 'private',
    album_with_deleted: 'private',
    album_media: 'private',
    media_person: 'public',
  },
  routes(registry, { storage, all }) {
    const library = createMediaCatalogue(all('textsOnSite'));
    registerMediaDownloadRoutes(registry, storage);
    registerMediaAdminPages(registry, library);
    registerMediaUploadCalls(registry, storage);
    registerMediaCalls(registry, library);
    registerAlbumCalls(registry);
    registerShowPhotoCalls(registry);
  },
  rowUses: [
    { of: 'show', table: 'show_media', column: 'show_id', reason: 'it has photos' },
    { of: 'show', table: 'show_gallery', column: 'show_id', reason: 'it has photos' },
    { of: 'person', table: 'media_person', column: 'person_id', reason: 'they are named in photos' },
  ],
  personalData: [
    mediaPersonalData,
    defineSaverPersonalData({
      ...{ name: 'pictures_last_saved', table: 'media_with_deleted', label: 'filename' },
      ...{ columns: ['updated_by', 'file_updated_by'], isOnlyPersonalData: false },
    }),
  ],
  publicPeople: [isPersonTaggedOnSite],
  trash: [mediaTrash, albumTrash],
  auditSubjects: [findAlbumAuditSubjects],
  adminTools,
  auditActions: [auditActions],
};
