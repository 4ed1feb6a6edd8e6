export { createPlan as recordPlan, listPlans as allPlans } from './store.ts';
