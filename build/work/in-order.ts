/**
 * Processes several inputs concurrently and consumes the results in the order of the inputs.
 *
 * Invariant: at most `concurrency` results exist at once, so memory is bounded.
 */

/**
 * Calls `work` for each input, several at once, then `take` for each result, one by one, in the order of the inputs.
 *
 * @param concurrency maximum number of inputs in progress
 */
export async function processInOrder<Input, Result>(
  inputs: readonly Input[],
  concurrency: number,
  work: (input: Input) => Promise<Result>,
  take: (result: Result, input: Input) => Promise<void>,
): Promise<void> {
  const started: Promise<Result>[] = [];
  for (const [index, input] of inputs.entries()) {
    while (started.length < Math.min(inputs.length, index + concurrency)) {
      const result = work(inputs[started.length]!);
      // A failure is thrown where the result is awaited.
      result.catch(() => undefined);
      started.push(result);
    }
    const result = await started[index]!;
    delete started[index];
    await take(result, input);
  }
}
