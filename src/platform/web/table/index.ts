export { ActionsCell, ActionsHeading, DataTable, type TableColumn } from './data-table.tsx';
export { TableTools, useTableRefetch } from './table-tools.tsx';
