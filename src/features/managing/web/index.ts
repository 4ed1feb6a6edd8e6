export { ManagedShow } from './ManagedShow.tsx';
