import '@vitejs/plugin-react/preamble';
import { hydrate } from './hydrate.tsx';

await hydrate();
