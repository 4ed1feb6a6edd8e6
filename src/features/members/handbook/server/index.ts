export { listHandbookTopics } from './pages.ts';
