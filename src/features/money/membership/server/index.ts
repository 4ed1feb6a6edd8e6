export { createPlan, listPlans } from './store.ts';
