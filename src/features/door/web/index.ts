export { forgetOldDoors } from './keep-page.ts';
