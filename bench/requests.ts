import { get } from 'node:http';

export interface Reply {
  status: number;
  /** The body as received: compressed if the server compressed it. */
  bytes: Buffer;
  headers: Record<string, string | string[] | undefined>;
}

/** Sends one request as a browser does; unlike fetch(), it doesn't decompress the body. */
export function request(url: string, headers: Record<string, string> = { 'accept-encoding': 'br' }): Promise<Reply> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, bytes: Buffer.concat(pieces), headers: response.headers }),
      );
    }).on('error', reject);
  });
}

/**
 * Like `request`, but throws unless the response is a whole page, because the time of a fast error page means nothing.
 */
export async function requestPage(url: string): Promise<Reply> {
  const reply = await request(url);
  if (reply.status !== 200) throw new Error(`${url} responded with ${reply.status}`);
  return reply;
}
