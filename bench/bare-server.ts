// The simplest possible Node server: it answers every request with the same bytes. Cached pages are compared with this
// server.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, bodyFile, headers] = process.argv.slice(2);
if (!port || !bodyFile || !headers) throw new Error('Usage: bare-server.ts PORT BODY-FILE HEADERS-AS-JSON');
const body = readFileSync(bodyFile);
const sent = JSON.parse(headers) as Record<string, string>;
createServer((_request, response) => response.writeHead(200, sent).end(body)).listen(Number(port), '127.0.0.1');
