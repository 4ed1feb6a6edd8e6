/**
 * Has what is asked while earlier work is under way done together, in one go when that is over: for work where each go
 * costs more than what is done in it. Whoever comes alone goes at once.
 * @param work answers all of them, in their order; when it rejects, so does each of them
 * @param most in one go
 */
export function gathered<Task, Answer>(
  work: (many: Task[]) => Promise<Answer[]>,
  most: number,
): (task: Task) => Promise<Answer> {
  const waiting: { task: Task; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let isBusy = false;

  async function go(): Promise<void> {
    isBusy = true;
    while (waiting.length > 0) {
      const many = waiting.splice(0, most);
      try {
        const answers = await work(many.map(({ task }) => task));
        for (const [at, { resolve }] of many.entries()) resolve(answers[at] as Answer);
      } catch (error) {
        for (const { reject } of many) reject(error);
      }
    }
    isBusy = false;
  }

  return (task) =>
    new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject });
      if (!isBusy) void go();
    });
}
