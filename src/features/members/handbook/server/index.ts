export { listHandbookTopics as handbookTopics } from './topics.ts';
