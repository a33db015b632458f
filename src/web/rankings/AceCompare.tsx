/** Two lines of a ranking are chosen to be compared: a form that needs no script, whose boxes stand in the rows. */
import { Form } from 'react-router';
import type { RankingLineView, RankingPage } from '#domain/rankings/contract.ts';
import { usePage } from '#web/lib/page.ts';
import { comparePath } from '#web/lib/paths.ts';
import { lineName } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import panel from '#web/ui/panel.module.css';
import styles from './aces.module.css';

const form = 'compare';

export interface AceCompareProps {
  loft_id: number;
  page: Pick<RankingPage, 'ranking'>;
  /** Who is chosen already. */
  chosen?: string | undefined;
}

export function AceCompare({ loft_id, page: { ranking }, chosen }: AceCompareProps) {
  const { t } = useTranslation();
  return (
    <Form id={form} action={comparePath(loft_id)} className={styles.compare}>
      <input type="hidden" name="ranking" value={ranking.id} />
      {chosen !== undefined && <input type="hidden" name="of" value={chosen} />}
      <button type="submit" className={panel.button}>
        <Icon name="swap" size={18} /> {t('aces.compare_two')}
      </button>
    </Form>
  );
}

/** The box of a line. */
export function Chooses({
  line,
  page,
  chosen,
}: {
  line: RankingLineView;
  page: RankingPage;
  chosen?: string | undefined;
}) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const isChosen = line.key === chosen;
  return (
    <label className={styles.chooses}>
      <input type="checkbox" name="of" value={line.key} form={form} defaultChecked={isChosen} disabled={isChosen} />
      <span className={styles.word}>{t('aces.compare')}</span>
      <span className="visually-hidden" suppressHydrationWarning>
        {lineName(t, locale, page.ranking, line)}
      </span>
    </label>
  );
}
