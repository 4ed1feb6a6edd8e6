export { loadMembersSiteData } from './shows.ts';
