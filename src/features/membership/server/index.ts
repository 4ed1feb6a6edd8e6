export { allPlans, recordPlan } from './store.ts';
