// The script that another program's page loads to have the planner in its `#seating-plan` (docs/decisions/0072)
import '@vitejs/plugin-react/preamble';

const element = document.getElementById('seating-plan');
if (element === null) throw new Error('This page has no #seating-plan.');
// Fetched by itself, so that its styles come with it
const { startPlanner } = await import('#features/box-office/seating/web/embedded.tsx');
await startPlanner(element);
