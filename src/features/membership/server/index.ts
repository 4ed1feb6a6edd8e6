export { allPlans } from './store.ts';
