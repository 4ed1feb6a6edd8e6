export { listHandbookTopics } from './topics.ts';
