/** A measure of a device with its unit; a dash where none was reported. */
import type { Locale } from '#domain/locales.ts';
import type { Words } from '#web/lib/catalogue.ts';
import { aheadOrBehind } from '#web/lib/clock-offset.ts';
import { formatMeasure, type MeasureUnit } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** The words for the kinds of devices. */
export const kindWords = { clock: 'overview.clock', antenna: 'devices.antenna', pc_card: 'devices.pc_card' } as const;

/** How a measure is said: in its unit, or how far a clock is ahead or behind, of its offset in ms. */
export type Said = { unit: MeasureUnit; decimals?: number } | { unit: 'offset' };

export function sayMeasure(reader: { t: Words; locale: Locale }, value: number, said: Said): string {
  if (said.unit === 'offset') return aheadOrBehind(reader, value);
  return formatMeasure(reader.locale, value, said.unit, { decimals: said.decimals ?? 0 });
}

export function Measure({ value, ...said }: { value: number | null } & Said) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (value === null) return <>–</>;
  return (
    // A browser may format units slightly differently than the server.
    <bdi className="num" suppressHydrationWarning>
      {sayMeasure({ t, locale }, value, said)}
    </bdi>
  );
}
