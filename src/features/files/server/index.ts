export { filesOfPost, publicDocs } from './entries.ts';
export { keepFile, type SentFile } from './keeping.ts';
export { recordFiles } from './store.ts';
