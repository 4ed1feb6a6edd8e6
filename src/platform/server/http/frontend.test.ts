import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { sourceFrontend } from './frontend.ts';

test('in development too, the script in the head is one that runs before the page is drawn: it imports nothing', async () => {
  const front = await sourceFrontend(join(import.meta.dirname, '../../../..'));
  const server = front.serverFactory?.((_request, response) => void response.writeHead(404).end());
  if (!server) throw new Error('There is no server.');
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { opening } = front.assetsOf([]);
    if (!('src' in opening)) throw new Error('It has no address.');
    const response = await fetch(`http://127.0.0.1:${port}${opening.src}`, { headers: { accept: '*/*' } });
    const source = await response.text();
    expect(source).toContain('data-faces');
    expect(() => new Script(source)).not.toThrow();
  } finally {
    server.close();
    await front.close();
  }
});
