// Writes the description of the protocol from the contracts and the route table: dist/openapi.json, which the site
// serves, and dist/protocol.md, for people to read. bin/setup.mjs runs it after building the pages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApi } from './protocol/openapi.ts';
import { protocolPage } from './protocol/protocol.ts';
import { routeTable } from './protocol/route-table.ts';

const dist = join(import.meta.dirname, '../dist');
const routes = await routeTable();
writeFileSync(join(dist, 'protocol.md'), await protocolPage(routes));
writeFileSync(join(dist, 'openapi.json'), await openApi(routes));
