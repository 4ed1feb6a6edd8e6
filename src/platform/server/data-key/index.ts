export { deleteKey, openKey, readSealedKey, storeKey } from './store.ts';
