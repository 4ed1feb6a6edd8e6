// Another program's page loads this script to show the planner in its `#seating-plan` (docs/decisions/0072)
import '@vitejs/plugin-react/preamble';

const element = document.getElementById('seating-plan');
if (element === null) throw new Error('This page has no #seating-plan.');
// The import is dynamic, so that the planner's styles are loaded with it
const { startPlanner } = await import('#features/box-office/seating/web/embedded.tsx');
await startPlanner(element);
