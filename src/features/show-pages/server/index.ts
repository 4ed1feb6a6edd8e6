export { listPart } from './pages.ts';
