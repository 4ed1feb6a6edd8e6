export { decryptKey, deleteKey, readEncryptedKey, storeKey } from './store.ts';
