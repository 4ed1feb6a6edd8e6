import { handleImportTasks } from '#platform/server/imports/import-reader.ts';
import { memberListKind } from './member-list-kind.ts';

handleImportTasks(memberListKind);
