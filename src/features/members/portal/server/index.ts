export { loadMembersSiteData as aroundMembers } from './site.ts';
