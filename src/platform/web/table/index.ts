export { Actions, ActionsHeading } from './Actions.tsx';
export { type Column, DataTable } from './DataTable.tsx';
export { TableTools } from './TableTools.tsx';
export { useLate } from './useLate.ts';
