/** The message of a failed call, whatever it failed with (8.1). */

/** The reply, if there is one, and the browser's own error message. */
export interface Failure {
  data?: unknown;
  message?: string | undefined;
}

/**
 * The first message of the reply's `errors`, else its `error`, else the reply itself, else the browser's message, else
 * "Undefined Error".
 */
export function errorMessage({ data, message }: Failure): string {
  return (
    firstOf(fieldOf(data, 'errors')) || textOf(fieldOf(data, 'error')) || textOf(data) || message || 'Undefined Error'
  );
}

function fieldOf(data: unknown, name: string): unknown {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;
}

/** The first text at any depth: messages come alone, in lists, and by field. */
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
