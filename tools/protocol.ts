// Writes the description of the protocol from the contracts and the route table: dist/openapi.json, which the site
// serves, and dist/protocol.md, for people to read. bin/setup.mjs runs it after building the pages.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildOpenApi } from './protocol/openapi.ts';
import { buildProtocolPage } from './protocol/protocol.ts';
import { readRouteTable } from './protocol/route-table.ts';

const dist = join(import.meta.dirname, '../dist');
const routes = await readRouteTable();
writeFileSync(join(dist, 'protocol.md'), await buildProtocolPage(routes));
writeFileSync(join(dist, 'openapi.json'), await buildOpenApi(routes));
