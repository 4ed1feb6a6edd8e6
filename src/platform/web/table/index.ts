export { Actions, ActionsHeading } from './Actions.tsx';
export { type Column, DataTable } from './DataTable.tsx';
