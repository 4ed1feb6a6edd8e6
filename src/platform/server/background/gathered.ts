/**
 * Has what is asked while earlier work is under way done together, in one go when that is over: for work where each go
 * costs more than what is done in it. Whoever comes alone goes at once.
 * @param work answers all of them, in their order; when it rejects, so does each of them
 * @param most in one go
 */
export function gathered<Asked, Answer>(
  work: (many: Asked[]) => Promise<Answer[]>,
  most: number,
): (asked: Asked) => Promise<Answer> {
  const waiting: { asked: Asked; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let isBusy = false;

  async function go(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const many = waiting.splice(0, most);
      try {
        const answers = await work(many.map(({ asked }) => asked));
        for (const [at, { resolve }] of many.entries()) resolve(answers[at] as Answer);
      } catch (error) {
        for (const { reject } of many) reject(error);
      }
    }
    isBusy = false;
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      if (!isBusy) void go();
    });
}
