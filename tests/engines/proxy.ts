// A proxy in front of the site. Neither driver can take a browser offline, so the journeys close the proxy instead.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { findFreePort } from '../support/site/site.ts';

export interface SiteProxy {
  url: string;
  /** Refuses all connections and ends open ones, as if the network had gone. */
  goOffline(): Promise<void>;
  goOnline(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy that passes every byte on to a port of this machine. */
export async function startProxy(target: number): Promise<SiteProxy> {
  const port = await findFreePort();
  const sockets = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect({ host: '127.0.0.1', port: target });
    for (const socket of [incoming, outgoing]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  });
  const goOnline = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const goOffline = async () => {
    const isClosed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await isClosed;
  };
  await goOnline();
  return {
    url: `http://127.0.0.1:${port}`,
    goOffline,
    goOnline,
    stop: async () => {
      if (server.listening) await goOffline();
    },
  };
}
