import '@vitejs/plugin-react/preamble';
import { hydratePage } from './hydrate.tsx';

await hydratePage();
