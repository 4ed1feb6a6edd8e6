export { toDeletedFileOrPost } from './managed-content.ts';
