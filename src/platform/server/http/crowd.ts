import type { ServerResponse } from 'node:http';

/** As many who change something at the same time are a crowd: hundreds who want the last places, not the files of an album. */
export const aCrowd = 20;

/** Who is changing something just now, in this process. */
export class Crowd {
  #here = 0;

  /** Counts somebody until they are answered, or have gone. */
  welcome(response: Pick<ServerResponse, 'once'>): void {
    this.#here += 1;
    response.once('close', () => {
      this.#here -= 1;
    });
  }

  isHere = (): boolean => this.#here >= aCrowd;
}
