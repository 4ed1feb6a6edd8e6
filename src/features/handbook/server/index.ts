export { handbookTopics } from './topics.ts';
