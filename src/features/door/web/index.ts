export { deleteExpiredDoorPages as forgetOldDoors } from './offline-page.ts';
