/** The name shown where the program itself did something. */
export const systemActorName = 'The site itself';

/**
 * Returns an action as the beginning of a sentence: "Changed a blog post". Most are recorded in plain words; features
 * contribute labels for the others.
 */
export function createActionFormatter(called: readonly Readonly<Record<string, string>>[]): (action: string) => string {
  const plainer = new Map(called.flatMap(Object.entries));
  return (action) => {
    const text = plainer.get(action) ?? action;
    return text.slice(0, 1).toUpperCase() + text.slice(1);
  };
}
