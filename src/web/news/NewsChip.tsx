/** The state of an article: draft, scheduled, published. */
import type { NewsState } from '#domain/news/news.ts';
import { useTranslation } from '#web/lib/translation.ts';
import chip from '#web/ui/chip.module.css';
import { Icon } from '#web/ui/Icon.tsx';

const looks = {
  draft: { look: 'mute', icon: 'note' },
  scheduled: { look: 'dashed', icon: 'calendar' },
  published: { look: 'home', icon: 'check' },
} as const;

export function NewsChip({ state }: { state: NewsState }) {
  const { t } = useTranslation();
  const { look, icon } = looks[state];
  return (
    <span className={`${chip.chip} ${chip[look]}`}>
      <Icon name={icon} size={16} />
      {t(`news.${state}`)}
    </span>
  );
}
