/** What a loft has flown in four numbers. */
import type { LoftRecord as Record } from '#domain/flights/contract.ts';
import { formatNumber, formatShare } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Figures } from '#web/ui/Figures.tsx';
import panel from '#web/ui/panel.module.css';

export function LoftRecord({ record }: { record: Record }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { official_flights, home, final_basketed, final_home, changed_results } = record;
  if (official_flights === 0) return null;
  const figures = [
    ...(final_basketed > 0
      ? [
          {
            value: formatShare(locale, Math.round((10_000 * final_home) / final_basketed / 100) * 100),
            name: t('loft.final_home'),
          },
        ]
      : []),
    { value: formatNumber(locale, official_flights), name: t('loft.official_flights') },
    { value: formatNumber(locale, home), name: t('loft.arrivals') },
    { value: formatNumber(locale, changed_results), name: t('loft.changed_results') },
  ];
  return (
    <section className={panel.panel} aria-labelledby="record">
      <div className={panel.head}>
        <h2 id="record">{t('loft.record')}</h2>
        <small>{t('loft.record_text')}</small>
      </div>
      <Figures figures={figures} />
    </section>
  );
}
