export { aroundMembers } from './site.ts';
