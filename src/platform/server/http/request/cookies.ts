import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookies of one request, by their names without `__Host-`. Scripts never see them, and no picture, script or
 * posted form of another site can send them.
 */
export interface Cookies {
  /** Returns the cookie's value; "" if there is none. */
  read(name: string): string;
  /** @param maxAge the lifetime in seconds */
  set(name: string, value: string, options: { maxAge: number }): void;
  clear(name: string): void;
  /**
   * Clears the browser's HTTP cache for this site. Keeps stored drafts, because they may belong to another member who
   * shares the device.
   */
  clearBrowserCache(): void;
}

/**
 * Returns functions that read, set and clear a browser's cookies. Over https, every cookie's name begins with
 * `__Host-`, so that no other host of the same domain can set a cookie for us. @fastify/cookie must be registered.
 */
export function createCookieJar(request: FastifyRequest, reply: FastifyReply, https: boolean): Cookies {
  const full = (name: string) => (https ? `__Host-${name}` : name);
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: https } as const;
  return {
    read: (name) => request.cookies[full(name)] ?? '',
    set: (name, value, { maxAge }) => void reply.setCookie(full(name), value, { ...options, maxAge }),
    clear: (name) => void reply.clearCookie(full(name), options),
    clearBrowserCache: () => void reply.header('clear-site-data', '"cache"'),
  };
}
