// The world beyond the site, played by real servers on this machine: names, the addresses they are said to have, and
// who was connected to. Only TLS is left out.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { connect, createServer as createSocketServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Outside } from '#features/reviews/server/network.ts';

type Answer = RequestListener | { socket: (socket: Socket) => void };

export interface PlayedOutside extends Outside {
  /** Puts a server at an address, as if it stood there. */
  at: (address: string, answer: Answer) => Promise<void>;
  /** Says where a name leads; several lists are given one after another, the last for ever. */
  named: (name: string, ...addresses: string[][]) => void;
  /** The addresses that were connected to, in order. */
  connected: string[];
  lookedUp: string[];
}

/** Addresses that are public, wherever they may be. */
export const PUBLIC = '93.184.215.14';
export const OTHER_PUBLIC = '151.101.1.57';

export function playOutside(): PlayedOutside {
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
      // Port 1 is nobody's: where no server was put, the connection is refused.
      return connect({ host: '127.0.0.1', port: ports.get(address) ?? 1 });
    },
  };
}

/** A server that answers with one page. */
export const showing =
  (html: string | Buffer, headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' }) =>
  (...[, reply]: Parameters<RequestListener>): void => {
    reply.writeHead(200, headers).end(html);
  };

/** A server that leads elsewhere. */
export const leadingTo =
  (location: string, status = 302) =>
  (...[, reply]: Parameters<RequestListener>): void => {
    reply.writeHead(status, { location }).end();
  };
