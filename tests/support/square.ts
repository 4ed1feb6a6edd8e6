import { SquareClient } from 'square';
import { onTestFinished } from 'vitest';
import { type PracticeOptions, type PracticeSquare, startPracticeSquare } from '../../src/practice/square/index.ts';

/** A practice provider that lasts as long as the test. */
export async function practiceSquare(options: PracticeOptions = {}): Promise<PracticeSquare> {
  const square = await startPracticeSquare({ mode: 'test', ...options });
  onTestFinished(() => square.close());
  return square;
}

/** Square's own client for it, which differs from one for Square in its address alone. */
export const clientOf = ({ access }: PracticeSquare, token = access.accessToken): SquareClient =>
  new SquareClient({ token, baseUrl: access.baseUrl, maxRetries: 0 });
