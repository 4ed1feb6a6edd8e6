export { isMailTested } from './tested.ts';
