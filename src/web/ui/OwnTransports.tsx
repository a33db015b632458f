/** The link to the collections that an agent is asked to make; nothing for other readers (6.10). */
import { agentOf } from '#domain/accounts/person.ts';
import { useMe } from '#web/lib/root-data.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Link } from '#web/ui/Link.tsx';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export function OwnTransports() {
  const { t } = useTranslation();
  const me = useMe();
  if (!me || !agentOf(me).length) return null;
  return (
    <Link className={panel.button} to="/transports">
      <Icon name="truck" />
      {t('nav.transports')}
    </Link>
  );
}
