// The script that another program's page loads to show the planner in its `#seating-plan` (docs/decisions/0072)
import '@vitejs/plugin-react/preamble';

const element = document.getElementById('seating-plan');
if (element === null) throw new Error('This page has no #seating-plan.');
// Imported dynamically, so that its styles are loaded with it
const { startPlanner } = await import('#features/box-office/seating/web/embedded.tsx');
await startPlanner(element);
