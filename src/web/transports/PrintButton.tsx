/** Prints the page; it has its room before the script that does it. */
import { useHydrated } from '#web/lib/hydrated.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';

export function PrintButton() {
  const hydrated = useHydrated();
  const { t } = useTranslation();
  return (
    <button type="button" className={`${panel.button} ${hydrated ? '' : 'awaited'}`} onClick={() => window.print()}>
      {t('sheet.do_print')}
    </button>
  );
}
