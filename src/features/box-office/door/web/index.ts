export { deleteExpiredCheckIns } from './device-storage.ts';
export { deleteExpiredDoorPages } from './offline-page.ts';
