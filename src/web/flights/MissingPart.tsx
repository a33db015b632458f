/** Placeholder for a part of the page that could not be fetched; the part is fetched again automatically. */
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';

export function Away() {
  const { t } = useTranslation();
  return <Empty title={t('error.away')} text={t('error.away_text')} />;
}
