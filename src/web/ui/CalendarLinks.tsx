/** A calendar of releases: to be followed by the reader's own calendar, and as a file. */

import { usePage } from '#web/lib/page.ts';
import { calendarPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from './Icon.tsx';
import panel from './panel.module.css';

export interface CalendarLinksProps {
  of: Parameters<typeof calendarPath>[0];
  /** An address of the site: programs follow a calendar at a whole one. */
  url: string;
}

export function CalendarLinks({ of, url }: CalendarLinksProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const path = calendarPath(of, locale);
  return (
    <span className={panel.take}>
      <Icon name="calendar" size={20} />
      <a href={`webcal://${new URL(url).host}${path}`}>{t('calendar.add')}</a>
      <a href={path}>
        <span className="visually-hidden">{t('calendar.file')}</span>
        <span aria-hidden="true">ICS</span>
      </a>
    </span>
  );
}
