/** The head of a team's or a bird's page: under its loft's sky, with a few figures of its performance. */
import type { ReactNode } from 'react';
import type { Loft } from '#domain/lofts/contract.ts';
import type { Sky } from '#web/lib/intl.ts';
import band from './band.module.css';
import { Horizon } from './Horizon.tsx';
import styles from './own-head.module.css';
import skies from './sky.module.css';

export interface OwnHeadProps {
  loft: Loft;
  sky: Sky;
  title: ReactNode;
  facts: readonly { name: string; value: string; of?: string }[];
  action?: ReactNode;
  picture?: ReactNode;
  /** A code that leads here, at the end of the head. */
  code?: ReactNode;
  children: ReactNode;
}

export function OwnHead({ loft, sky, title, facts, action, picture, code, children }: OwnHeadProps) {
  return (
    <section className={`${skies.sky} ${styles.head}`} data-sky={sky} aria-labelledby="own">
      <div className="wrap">
        <div className={styles.own}>
          {picture && <div className={styles.picture}>{picture}</div>}
          <div className={styles.words}>
            <div className={styles.line}>
              <h1 id="own">{title}</h1>
              {action && <div className={styles.actions}>{action}</div>}
            </div>
            <p className={`${band.sub} ${styles.about}`}>{children}</p>
            {facts.length > 0 && (
              <dl className={band.facts}>
                {facts.map(({ name, value, of }) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>
                      <bdi className="num">{value}</bdi> {of && <small>{of}</small>}
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </div>
          {code}
        </div>
      </div>
      {/* It stands at the foot: where a page arrives in parts, it comes once the head is as high as it is. */}
      <Horizon loft_id={loft.id} />
    </section>
  );
}
