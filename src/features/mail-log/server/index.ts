export { isMailTested, testMailNote } from './tested.ts';
