export { Actions, ActionsHeading } from './Actions.tsx';
export { type Column, DataTable } from './DataTable.tsx';
export { TableTools } from './TableTools.tsx';
export { useTableRefetch as useLate } from './useLate.ts';
