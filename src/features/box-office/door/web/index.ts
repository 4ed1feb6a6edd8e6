export { deleteExpiredCheckIns } from './device-storage.ts';
export { deleteExpiredDoorPages as forgetOldDoors } from './offline-page.ts';
