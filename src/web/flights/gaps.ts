/** Gaps as the boxes of a form send them. */
import type { Gap } from '#domain/flights/flight.ts';

/** A gap as the value of its box. The name of a boot may hold blanks, so it comes last. */
export const chosenValue = ({ device_id, boot, from, to }: Gap): string => [device_id, from, to, boot].join(' ');

/** The gap of a box; numbers that are none are refused by the call. */
export function gapOf(value: string): Gap {
  const [device_id, from, to, ...boot] = value.split(' ');
  return { device_id: Number(device_id), boot: boot.join(' '), from: Number(from), to: Number(to) };
}
