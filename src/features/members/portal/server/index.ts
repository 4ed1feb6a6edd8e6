export { loadMembersSiteData } from './site.ts';
