export { toDeletedItem } from './managed-content.ts';
