/** What the server has refused afterwards: never silent, until somebody has settled it. */
import { useTranslation } from '#web/lib/translation.ts';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './desk.module.css';
import type { DeskView, Desk as OpenDesk } from './desk-view.ts';
import { useSentence } from './refusal-sentence.ts';

export function DeskRefused({ view, settle }: { view: DeskView; settle: OpenDesk['settle'] }) {
  const { t } = useTranslation();
  const sentence = useSentence();
  return (
    <section className={styles.refused} aria-labelledby="refused">
      <h2 id="refused">
        {t('basketing_desk.refused')} <b className="num">{view.refused.length}</b>
      </h2>
      <p>{t('basketing_desk.refused_lead')}</p>
      <ul>
        {view.refused.map(({ event, refusal }) => (
          <li key={event.id}>
            {refusal.params.ring === undefined && <Ring ring={view.birds.get(event.pigeon_id)?.ring ?? ''} />}
            {'crate' in event && <b className="num">{`${event.crate} · ${event.number}`}</b>}
            <span>{sentence(refusal)}</span>
            <button type="button" onClick={() => void settle(event.id)}>
              {t('basketing_desk.settled')}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
