import '@vitejs/plugin-react/preamble';
import { start } from './start.tsx';

await start();
