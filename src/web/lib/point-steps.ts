/** Points by place as people type them: `1-3: 50`, or `4: 20`, on each line. */
const step = /^(\d+)\s*(?:[-–]\s*(\d+))?\s*[:=]\s*([\d.]+)$/;

export function pointStepsIn(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, from, to, points] = step.exec(line) ?? [];
      return { from, to: to ?? from, points };
    });
}

export const pointStepsAsText = (steps: readonly { from: number; to: number; points: string }[]): string =>
  steps.map(({ from, to, points }) => `${from === to ? from : `${from}-${to}`}: ${points}`).join('\n');
