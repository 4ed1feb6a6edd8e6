/**
 * Batches the tasks that arrive while an earlier batch runs. Useful for work whose cost is mostly per batch. A task
 * that arrives while nothing runs is processed at once.
 * @param work processes a batch and returns the results in order; if it rejects, every task of the batch is rejected
 * @param most the maximum size of a batch
 */
export function createBatchQueue<Task, Answer>(
  work: (many: Task[]) => Promise<Answer[]>,
  most: number,
): (task: Task) => Promise<Answer> {
  const queue: { task: Task; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  let isBusy = false;

  async function go(): Promise<void> {
    isBusy = true;
    while (queue.length > 0) {
      const many = queue.splice(0, most);
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
      queue.push({ task, resolve, reject });
      if (!isBusy) void go();
    });
}
