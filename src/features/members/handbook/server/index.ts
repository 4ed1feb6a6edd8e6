export { listHandbookTopics } from './chapter-store.ts';
