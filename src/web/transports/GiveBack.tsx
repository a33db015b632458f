/** The button of a form that names the request: its birds are with their owner again, because their order has ended. */
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';

export function GiveBack() {
  const { t } = useTranslation();
  return (
    <button type="submit" name="intent" value="give_back" className={panel.button_primary}>
      <Icon name="undo" />
      {t('transports.give_back')}
    </button>
  );
}
