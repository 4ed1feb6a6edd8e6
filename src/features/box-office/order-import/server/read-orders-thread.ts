import { handleImportTasks } from '#platform/server/imports/import-reader.ts';
import { orderListKind } from './order-list-kind.ts';

handleImportTasks(orderListKind);
