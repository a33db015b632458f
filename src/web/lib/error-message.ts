/** What a failed call has to say, whatever it failed with (8.1). */

/** What came back, if anything came back, and what the browser itself says of it. */
export interface Failure {
  data?: unknown;
  message?: string | undefined;
}

/**
 * The first message of the answer's `errors`, else its `error`, else the answer as it is, else what the browser says,
 * else "Undefined Error".
 */
export function errorMessage({ data, message }: Failure): string {
  return (
    firstOf(fieldOf(data, 'errors')) || textOf(fieldOf(data, 'error')) || textOf(data) || message || 'Undefined Error'
  );
}

function fieldOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
}

/** The first text, however deep it lies: messages stand alone, in lists, and by field. */
function firstOf(errors: unknown): string | undefined {
  if (typeof errors !== 'object' || errors === null) return textOf(errors);
  for (const one of Object.values(errors)) {
    const found = firstOf(one);
    if (found) return found;
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
