/** In place of a part of the page that could not be fetched; it comes by itself. */
import { useTranslation } from '#web/lib/translation.ts';
import { Empty } from '#web/ui/Empty.tsx';

export function Away() {
  const { t } = useTranslation();
  return <Empty title={t('error.away')} text={t('error.away_text')} />;
}
