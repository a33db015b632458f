/** Repeats what may fail at first, such as a script that comes over a bad network. */
export interface Attempts {
  /** The pause after an attempt that failed. */
  every_ms: number;
  most: number;
  /** Ends the attempts. */
  signal: AbortSignal;
}

/** @throws the error of the last attempt, or of the one during which it was ended */
export async function attempted<T>(work: () => Promise<T>, { every_ms, most, signal }: Attempts): Promise<T> {
  for (let left = most - 1; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (left <= 0 || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, every_ms));
    }
  }
}
