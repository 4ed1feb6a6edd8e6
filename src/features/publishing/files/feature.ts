import type { Feature } from '#platform/server/feature/feature.ts';
import { defineSaverPersonalData } from '#platform/server/feature/personal-data.ts';
import { registerFilePages } from './server/pages.ts';
import { combinePostAccessLookups, filePersonalData } from './server/store.ts';
import { fileTrash } from './server/trash.ts';

export const filesFeature: Feature = {
  visibility: { file_with_deleted: { rows: 'public', columns: { updated_by: 'private' } } },
  routes: (registry, { storage, all }) =>
    registerFilePages(registry, { storage, postOf: combinePostAccessLookups(all('postsOfFiles')) }),
  rowUses: [
    { of: 'show', table: 'file_with_deleted', column: 'show_id', reason: 'it has files' },
    { of: 'show', table: 'file_with_deleted', column: 'managed_with', reason: 'it has files' },
  ],
  personalData: [
    filePersonalData,
    defineSaverPersonalData({
      ...{ name: 'files_last_saved', table: 'file_with_deleted', label: 'name', isOnlyPersonalData: false },
    }),
  ],
  trash: [fileTrash],
};
