export { Actions, ActionsHeading } from './actions.tsx';
export { DataTable, type TableColumn } from './data-table.tsx';
export { TableTools } from './table-tools.tsx';
export { useTableRefetch } from './use-table-refetch.ts';
