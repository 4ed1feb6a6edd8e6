export { deleteExpiredCheckIns, deleteExpiredDoorPages } from './device-storage.ts';
