/**
 * How fast the hub writes out. Idle: at once, and again as soon as the last write-out is done. Where several arrivals
 * come with one write-out, a process that is more than half busy writes each flight at most every 80 ms, one that is
 * nearly full every 250 ms, and both rest for a quarter of the time that the last write-out took: fewer sends are the
 * only way past the cost of a send, and what arrives meanwhile travels together. Where a process has sockets and nothing
 * else, no clock waits behind them, and the slowest step is left out.
 */
import { performance } from 'node:perf_hooks';

export interface Pace {
  /** The least time between the beginnings of two write-outs of a flight, of which the first took so long. */
  gap_ms(took_ms: number): number;
  stop(): void;
}

/** Each step is entered above its limit. It is left far below, because the step itself makes the load fall. */
const steps = [
  { gap_ms: 0, enter: 0, leave: 0 },
  { gap_ms: 80, enter: 0.5, leave: 0.25 },
  { gap_ms: 250, enter: 0.85, leave: 0.4 },
] as const;

/**
 * The step for a share of time that the process was busy, coming from another step. One up at a time: how much the next
 * one takes off is only seen on it.
 * @param sockets_only whether the process does nothing else
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
