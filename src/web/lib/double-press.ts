/** Two presses of one button within this time are one, ms. */
const within_ms = 500;

let last = { of: '', at_ms: Number.NEGATIVE_INFINITY };

/** Whether a press is the second half of a double press; `of` names what is pressed. */
export function isDoublePress(of: string): boolean {
  const at_ms = performance.now();
  const isDouble = last.of === of && at_ms - last.at_ms < within_ms;
  last = { of, at_ms };
  return isDouble;
}
