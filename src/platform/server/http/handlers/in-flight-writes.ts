import type { ServerResponse } from 'node:http';

/** This many changes at the same time are a crowd: hundreds who want the last places, not the files of an album. */
export const busyThreshold = 20;

/** The changes that are under way in this process. */
export class InFlightWrites {
  #here = 0;

  /** Counts a request until it is answered, or its connection is closed. */
  track(response: Pick<ServerResponse, 'once'>): void {
    this.#here += 1;
    response.once('close', () => {
      this.#here -= 1;
    });
  }

  isBusy = (): boolean => this.#here >= busyThreshold;
}
