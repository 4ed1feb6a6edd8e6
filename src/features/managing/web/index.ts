export { ManagedShow } from './ManagedShow.tsx';
export { ToldOfPosts } from './ToldOfPosts.tsx';
