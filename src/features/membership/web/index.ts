export { Plans } from './Plans.tsx';
