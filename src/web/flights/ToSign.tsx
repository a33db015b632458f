/** A provisional result for those who sign it: what is missing, who has signed, and the button of the next one. */
import { Form, useNavigation } from 'react-router';
import type { ResultShown } from '#domain/arrivals/official-contract.ts';
import { controlPath, rulingsPath } from '#web/lib/admin-paths.ts';
import type { RefusedForm } from '#web/lib/form.ts';
import { clockTime, formatMeasure, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Fingerprint } from '#web/ui/CheckFile.tsx';
import { Wrong } from '#web/ui/Field.tsx';
import { Icon, type IconName } from '#web/ui/Icon.tsx';
import { Link } from '#web/ui/Link.tsx';
import panel from '#web/ui/panel.module.css';
import { Day, Moment } from '#web/ui/Times.tsx';
import { useGapWords } from './gap-words.ts';
import styles from './to-sign.module.css';

interface ToSignProps {
  result: ResultShown;
  flight: { season_id: number; id: number };
  own: string;
  /** The page of the disputes of the flight. */
  to_disputes: string;
  time_zone: string;
  refused: RefusedForm['refused'] | undefined;
}

export function ToSign({ result, flight, own, to_disputes, time_zone, refused }: ToSignProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const gapWords = useGapWords();
  const busy = useNavigation().state === 'submitting';
  const number = (n: number) => formatNumber(locale, n);
  const { fingerprint, is_official, gaps, given_up, silent, waiting, close_to_decide, waiting_rulings } = result;
  const { jumps, disputes, signatures } = result;
  const current = signatures.filter(({ is_current }) => is_current);
  const isSigned = current.some(({ is_own }) => is_own);
  const isOpen = gaps.length > 0 || close_to_decide > 0 || waiting_rulings > 0 || disputes.open > 0;
  const isBlocked = isOpen || disputes.until !== null;
  const unranked = waiting.reduce((sum, { count }) => sum + count, 0);
  return (
    <section className={panel.panel} aria-labelledby="to-sign">
      <div className={panel.head}>
        <h2 id="to-sign">{t('official.title')}</h2>
        {!is_official && <small>{t('official.lead')}</small>}
      </div>
      <ul className={styles.checks}>
        <Check icon="check">
          {t('official.home', { home: number(result.home_count), basketed: number(result.basketed_count) })}
        </Check>
        {gaps.length === 0 && silent.length === 0 && <Check icon="check">{t('official.nothing_owed')}</Check>}
        {gaps.map((gap) => (
          <Check key={`${gap.device_id} ${gap.boot} ${gap.from}`} icon="alert" isOpen>
            <Link to={`${controlPath(flight.season_id, flight.id)}#gaps`}>{gapWords('owed', gap)}</Link>
          </Check>
        ))}
        {silent.map(({ clock, since }) => (
          <Check key={clock} icon="no_network" isOpen>
            {t('control.silent', { clock, time: clockTime(Date.parse(since), time_zone).time })}{' '}
            <small>
              <Day at_ms={Date.parse(since)} time_zone={time_zone} />
            </small>
          </Check>
        ))}
        {given_up.map(({ at, by, reason, gaps: ranges }) => (
          <Check key={`${at} ${reason}`} icon="close">
            {ranges.map((gap) => gapWords('given_up', gap)).join(' ')} <bdi>{reason}</bdi>{' '}
            <small>
              <bdi>{by}</bdi> <Moment at_ms={Date.parse(at)} time_zone={time_zone} short />
            </small>
          </Check>
        ))}
        {unranked > 0 && (
          <Check icon="alert" isOpen>
            {t('official.waiting', { n: number(unranked) })}
            <small>
              {waiting.map(({ reason, count }) => `${t(`unranked.${reason}`)}: ${number(count)}`).join(' · ')}
            </small>
          </Check>
        )}
        {close_to_decide > 0 && (
          <Check icon="alert" isOpen>
            <Link to={controlPath(flight.season_id, flight.id)}>
              {t('official.close', { n: number(close_to_decide) })}
            </Link>
          </Check>
        )}
        {waiting_rulings > 0 && (
          <Check icon="alert" isOpen>
            <Link to={rulingsPath(flight.season_id, flight.id)}>
              {t('official.rulings_wait', { n: number(waiting_rulings) })}
            </Link>
          </Check>
        )}
        {jumps.map(({ clock, by_ms }) => (
          <Check key={`${clock} ${by_ms}`} icon="alert" isOpen>
            {t('official.jumped', {
              clock,
              time: formatMeasure(locale, by_ms / 1000, 'second', { decimals: 1, signed: true }),
            })}
          </Check>
        ))}
        {disputes.open > 0 ? (
          <Check icon="alert" isOpen>
            <Link to={to_disputes}>{t('dispute.open_count', { n: number(disputes.open) })}</Link>
          </Check>
        ) : (
          <Check icon="check">{t('dispute.none_open')}</Check>
        )}
        {disputes.until !== null && (
          <Check icon="hourglass" isOpen>
            {t('dispute.until')}{' '}
            <small>
              <Moment at_ms={Date.parse(disputes.until)} time_zone={time_zone} short />
            </small>
          </Check>
        )}
        {signatures.map(({ by, signed_at, is_current }) => (
          <Check key={`${by} ${signed_at}`} icon={is_current ? 'check' : 'alert'} isOpen={!is_current}>
            {t(is_current ? 'official.signed' : 'official.signed_before', { name: by })}{' '}
            <small>
              <Moment at_ms={Date.parse(signed_at)} time_zone={time_zone} short />
            </small>
          </Check>
        ))}
      </ul>
      <p className={styles.fingerprint}>
        {t('official.fingerprint')}: <Fingerprint of={fingerprint} />
      </p>
      <Form method="post" action={own} className={styles.sign} preventScrollReset>
        {refused?.code !== 'result_signed' && <Wrong refused={refused} />}
        <input type="hidden" name="fingerprint" value={fingerprint} />
        {is_official ? null : isSigned ? (
          <p className={styles.waits}>
            <Icon name="hourglass" />
            {t('refusals.result_signed')}
          </p>
        ) : (
          <>
            <button
              type="submit"
              name="intent"
              value="sign"
              className={panel.button_primary}
              disabled={busy || isBlocked}
              aria-describedby={isBlocked ? 'sign-when' : undefined}
            >
              {t(current.length ? 'official.sign_second' : 'official.sign')}
            </button>
            {isBlocked && (
              <p id="sign-when" className={styles.waits}>
                <Icon name="hourglass" />
                <span>
                  {isOpen && t('official.open_first')}{' '}
                  {disputes.until !== null && (
                    <>
                      {t('official.sign_from')}{' '}
                      <Moment at_ms={Date.parse(disputes.until)} time_zone={time_zone} short />
                    </>
                  )}
                </span>
              </p>
            )}
          </>
        )}
      </Form>
    </section>
  );
}

function Check({ icon, isOpen = false, children }: { icon: IconName; isOpen?: boolean; children: React.ReactNode }) {
  return (
    <li data-open={isOpen || undefined}>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  );
}
