/** The customer's pigeons of earlier seasons, each entered again with its facts by one press. */
import { Form } from 'react-router';
import type { EarlierPigeon } from '#domain/entries/contract.ts';
import { aboutBird } from '#web/lib/bird-facts.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { Ring } from '#web/ui/Ring.tsx';
import { Sex } from '#web/ui/Sex.tsx';
import styles from './entries.module.css';

export function EarlierPigeons({ pigeons }: { pigeons: readonly EarlierPigeon[] }) {
  const { t } = useTranslation();
  return (
    <section className={panel.panel} aria-labelledby="earlier">
      <div className={panel.head}>
        <h2 id="earlier">{t('entries.again')}</h2>
        <small>{t('entries.again_text')}</small>
      </div>
      <ul className={styles.list}>
        {pigeons.map((bird) => (
          <li key={bird.ring} className={styles.earlier}>
            <div className={styles.bird}>
              <b>
                <Ring ring={bird.ring} /> <Sex sex={bird.sex} />
              </b>
              <span className={styles.about}>
                {aboutBird(t, bird).map(({ fact, text }) => (
                  <bdi key={fact}>{text}</bdi>
                ))}
                <bdi>
                  {bird.loft} {bird.season}
                </bdi>
              </span>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="ring" value={bird.ring} />
              <button
                type="submit"
                name="intent"
                value="again"
                className={panel.button}
                aria-label={t('entries.enter_again_ring', { ring: bird.ring })}
              >
                {t('entries.enter_again')}
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  );
}
