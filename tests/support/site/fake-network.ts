// The internet, simulated by real servers on this machine: names, their addresses, and the connections made. Only TLS
// is left out.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { NetworkAccess } from '#features/archive/reviews/server/fetch-page.ts';

type Answer = RequestListener | { socket: (socket: Socket) => void };

export interface FakeNetwork extends NetworkAccess {
  /** Makes a server respond at an IP address. */
  at: (address: string, answer: Answer) => Promise<void>;
  /**
   * Sets the IP addresses of a host name. Each look-up returns the next list. After the last list, each look-up returns
   * the last one again.
   */
  named: (name: string, ...addresses: string[][]) => void;
  /** The IP addresses that connections were made to, in order. */
  connected: string[];
  lookedUp: string[];
}

/** Arbitrary public addresses. */
export const PUBLIC_ADDRESS = '93.184.215.14';
export const OTHER_PUBLIC_ADDRESS = '151.101.1.57';

export function createFakeNetwork(): FakeNetwork {
  const ports = new Map<string, number>();
  const names = new Map<string, string[][]>();
  const connected: string[] = [];
  const lookedUp: string[] = [];
  return {
    connected,
    lookedUp,
    named: (name, ...addresses) => {
      names.set(name, addresses);
    },
    at: async (address, answer) => {
      const sockets = new Set<Socket>();
      const server = 'socket' in answer ? createSocketServer(answer.socket) : createServer(answer);
      server.on('connection', (socket: Socket) => {
        sockets.add(socket.on('error', () => {}));
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const listening = server.address();
      if (listening === null || typeof listening === 'string') throw new Error('No port was given.');
      ports.set(address, listening.port);
      onTestFinished(() => {
        server.close();
        for (const socket of sockets) socket.destroy();
      });
    },
    lookUp: async (name) => {
      lookedUp.push(name);
      const answers = names.get(name) ?? [];
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (!answer) throw new Error(`${name} is not known`);
      return answer;
    },
    connect: ({ address }) => {
      connected.push(address);
      // Nothing listens on port 1, so a connection to an address without a server is refused
      return connect({ host: '127.0.0.1', port: ports.get(address) ?? 1 });
    },
  };
}

/** Returns a listener that responds with one page. */
export const respondWithPage =
  (html: string | Buffer, headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' }) =>
  (...[, reply]: Parameters<RequestListener>): void => {
    reply.writeHead(200, headers).end(html);
  };

/** Returns a listener that redirects. */
export const redirectTo =
  (location: string, status = 302) =>
  (...[, reply]: Parameters<RequestListener>): void => {
    reply.writeHead(status, { location }).end();
  };
