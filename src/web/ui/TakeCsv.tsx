/** The way to a list as a table for a spreadsheet. */
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export function TakeCsv({ href }: { href: string }) {
  const { t } = useTranslation();
  return (
    <a className={panel.take} href={href} download>
      <Icon name="download" size={20} />
      {t('sheet.csv')}
    </a>
  );
}
