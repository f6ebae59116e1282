/**
 * Works on several inputs concurrently and consumes the results in the order of the inputs.
 */

/**
 * Works on several inputs at once and consumes the results one by one, in order.
 *
 * @param concurrency how many inputs are in progress at once
 */

export async function processInOrder<Input, Result>(
  inputs: readonly Input[],
  concurrency: number,
  work: (inputs: Input) => Promise<Result>,
  take: (result: Result, inputs: Input) => Promise<void>,
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
