import type { ServerResponse } from 'node:http';

/** The number of simultaneous changes that counts as a rush for tickets. Uploading an album doesn't reach it. */
export const busyThreshold = 20;

/** Counts the changes that are in progress in this process. */
export class InFlightWrites {
  #here = 0;

  /** Counts a request until its response is sent, or its connection is closed. */
  track(response: Pick<ServerResponse, 'once'>): void {
    this.#here += 1;
    response.once('close', () => {
      this.#here -= 1;
    });
  }

  isBusy = (): boolean => this.#here >= busyThreshold;
}
