/**
 * The total of the registration, beside its steps, with its one main action: going on to what is missing, or sending.
 */
import type { MouseEvent } from 'react';
import type { Offer } from '#domain/orders/registration-contract.ts';
import type { Collection } from '#domain/transports/contract.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { formatMoney, skyAt } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { About } from '#web/ui/About.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Flag } from '#web/ui/Flag.tsx';
import { Horizon } from '#web/ui/Horizon.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { accentOf } from '#web/ui/LoftBrand.tsx';
import panel from '#web/ui/panel.module.css';
import sky from '#web/ui/sky.module.css';
import { AddAddress } from './AddAddress.tsx';
import type { Choice, sumOf } from './choice.ts';
import styles from './register.module.css';

export interface SummaryProps extends Offer {
  choice: Choice;
  sum: ReturnType<typeof sumOf>;
  /** The chosen collection by an agent. */
  collection: Collection | undefined;
  refused: RefusedForm['refused'] | undefined;
  /** The first step that lacks something, by its number and title, and what is refused in it; null: the form can be sent. */
  next: { n: number; title: string; wrong: string | null } | null;
  /** Goes on there. */
  goOn(event: MouseEvent): void;
  busy: boolean;
}

export function Summary(props: SummaryProps) {
  const { loft, season, currency, me, read_at, choice, sum, collection, refused, next, goOn, busy, at_once_left } =
    props;
  const { t } = useTranslation();
  const { locale } = usePage();
  const missing = next && (
    <span className={styles.missing}>{next.wrong ?? t('register.missing', { step: next.title })}</span>
  );
  return (
    <aside id="summary" className={`${panel.panel} ${styles.sum}`} aria-labelledby="sum">
      <div
        className={`${sky.sky} ${styles.sum_head}`}
        data-sky={skyAt(Date.parse(read_at), loft.time_zone)}
        {...accentOf(loft)}
      >
        <Horizon loft_id={loft.id} />
        <h2 id="sum">{t('register.summary')}</h2>
        <p>
          <Flag country={loft.country} width={20} />
          <bdi>{season.name}</bdi>
        </p>
      </div>
      <div className={styles.sum_body}>
        {sum.lines.length === 0 && !next?.wrong && <p className={styles.lead}>{t('refusals.order_empty')}</p>}
        <ul>
          {sum.lines.map(({ product, quantity }) => (
            <li key={product.id}>
              <span>
                <bdi>{product.name}</bdi>
                {quantity > 1 && (
                  <>
                    {' '}
                    <bdi dir="ltr" className="num">{`× ${quantity}`}</bdi>
                  </>
                )}
                <small>
                  {t('register.birds', {
                    active: product.pigeons_active * quantity,
                    reserve: product.pigeons_reserve * quantity,
                  })}
                </small>
              </span>
              <bdi className="num">{formatMoney(locale, product.amount_cents * quantity, currency)}</bdi>
            </li>
          ))}
          {collection && sum.lines.length > 0 && (
            <li>
              <span>
                {t('register.transport')}
                <small>{t('transports.hand_over')}</small>
              </span>
              <bdi className="num">
                {formatMoney(locale, collection.price_cents * (sum.active + sum.reserve), collection.currency)}
              </bdi>
            </li>
          )}
        </ul>
        <p className={styles.total} role="status">
          <span>{t('register.total')}</span>
          <bdi className="num">{formatMoney(locale, sum.amount_cents, currency)}</bdi>
          <About amount_cents={sum.amount_cents} currency={currency} dated />
        </p>
        <p className={styles.calm}>
          <Icon name="info" size={20} />
          <span>
            {t(
              at_once_left === null
                ? 'register.later'
                : sum.active + sum.reserve <= at_once_left
                  ? 'register.at_once'
                  : 'register.at_once_gone',
            )}
          </span>
        </p>
        {!me && (
          <p className={styles.calm}>
            <Icon name="user" size={20} />
            <span>{t('register.needs_account')}</span>
          </p>
        )}
        {refused?.code === 'address_missing' ? (
          <AddAddress loft_id={loft.id} season_id={season.id} choice={choice} errors={[refused]} />
        ) : (
          <Wrong refused={refused} />
        )}
        <div className={styles.actions}>
          {next && (
            <div className={styles.go_on}>
              {missing}
              <a className={panel.button_primary} href={`#step-${next.n}`} onClick={goOn}>
                {t('sign_in.continue')}
              </a>
            </div>
          )}
          {/* Without a script nothing is known to be missing before the form was sent. */}
          <button
            type="submit"
            className={`${panel.button_primary} ${styles.send}`}
            data-waits={next ? true : undefined}
            disabled={busy}
          >
            {t(me ? 'register.send' : 'register.sign_in')}
          </button>
          <button type="submit" name="intent" value="keep" className={panel.button} disabled={busy}>
            {t('register.keep')}
          </button>
        </div>
        <noscript>
          <button type="submit" formMethod="get" className={panel.button}>
            {t('register.work_out')}
          </button>
        </noscript>
      </div>
      <div className={styles.dock}>
        <p>
          <span aria-hidden="true">
            <span>{t('register.total')}</span>{' '}
            <bdi className="num">{formatMoney(locale, sum.amount_cents, currency)}</bdi>
          </span>
          {missing}
        </p>
        {next ? (
          <a className={panel.button_primary} href={`#step-${next.n}`} onClick={goOn}>
            {t('sign_in.continue')}
          </a>
        ) : (
          <button type="submit" className={panel.button_primary} disabled={busy}>
            {t(me ? 'register.send' : 'register.sign_in')}
          </button>
        )}
      </div>
    </aside>
  );
}
