/**
 * The rate of write-outs. Idle: at once, and again as soon as the last write-out is done. Where several arrivals come
 * with one write-out, a process more than half busy writes each flight at most every 80 ms, a nearly full one every 250
 * ms, and both rest for a quarter of the last write-out's time: only fewer sends reduce their cost, and arrivals that
 * come meanwhile go together. In a process that serves only sockets no clock waits, and the slowest step is not used.
 */
import { performance } from 'node:perf_hooks';

export interface Pace {
  /** The least time between the starts of two write-outs of a flight, if the first took `took_ms`. */
  gap_ms(took_ms: number): number;
  stop(): void;
}

/** A step is entered above `enter` and left far below it, because the step itself lowers the load. */
const steps = [
  { gap_ms: 0, enter: 0, leave: 0 },
  { gap_ms: 80, enter: 0.5, leave: 0.25 },
  { gap_ms: 250, enter: 0.85, leave: 0.4 },
] as const;

/**
 * The next step for a share of busy time. Up by one at a time: only the new step shows how much it lowers the load.
 * @param sockets_only whether the process serves only sockets
 */
export function nextStep(step: number, busy: number, sockets_only = false): number {
  const last = sockets_only ? steps.length - 2 : steps.length - 1;
  if (step < last && busy > steps[step + 1]!.enter) return step + 1;
  return busy < steps[step]!.leave ? step - 1 : step;
}

export function gapOf(step: number, took_ms = 0): number {
  return step === 0 ? 0 : Math.max(steps[step]!.gap_ms, 1.25 * took_ms);
}

export function createPace({ sockets_only = false, sample_ms = 500 } = {}): Pace {
  let step = 0;
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    step = nextStep(step, performance.eventLoopUtilization(now, before).utilization, sockets_only);
    before = now;
  }, sample_ms).unref();
  return { gap_ms: (took_ms) => gapOf(step, took_ms), stop: () => clearInterval(timer) };
}
