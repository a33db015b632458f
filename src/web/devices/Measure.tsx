/** A measure of a device with its unit; a dash where none was reported. */
import { formatMeasure, type MeasureUnit } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';

/** The words for the kinds of devices. */
export const kindWords = { clock: 'overview.clock', antenna: 'devices.antenna', pc_card: 'devices.pc_card' } as const;

export interface MeasureProps {
  value: number | null;
  unit: MeasureUnit;
  decimals?: number;
  signed?: boolean;
}

export function Measure({ value, unit, decimals = 0, signed = false }: MeasureProps) {
  const { locale } = usePage();
  if (value === null) return <>–</>;
  return (
    // A browser may format units slightly differently than the server.
    <bdi className="num" suppressHydrationWarning>
      {formatMeasure(locale, value, unit, { decimals, signed })}
    </bdi>
  );
}
