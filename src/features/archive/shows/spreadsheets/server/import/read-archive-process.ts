import { handleImportTasks } from '#platform/server/imports/import-reader.ts';
import { archiveKind } from './archive-kind.ts';

handleImportTasks(archiveKind);
