/** What the last scan has led to: in, not in with the one reason, or a choice of birds. */
import { useEffect, useState } from 'react';
import { deskName, ownsCrate } from '#domain/basketing/crates.ts';
import type { ShownBird } from '#domain/basketing/desk-contract.ts';
import { dayAt } from '#domain/day.ts';
import type { RefusalCode } from '#domain/refusal.ts';
import { formatCalendarDay, formatDay, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './desk.module.css';
import { keptPhoto } from './desk-photos.ts';
import type { DeskView, DeskAnswer as Given, Desk as OpenDesk } from './desk-view.ts';
import { useSentence } from './refusal-sentence.ts';

export interface DeskAnswerProps {
  answer: Given | null;
  view: DeskView;
  desk: OpenDesk;
  as: 'in' | 'present';
  isTeamShown: boolean;
  isMoving: boolean;
  move(pigeon_id: number): void;
}

export function DeskAnswer({ answer, view, desk, as, isTeamShown: isShown, isMoving, move }: DeskAnswerProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!answer)
    return (
      <div className={`${styles.answer} ${styles.quiet}`}>
        <p>{t('basketing_desk.first_scan')}</p>
      </div>
    );
  if (answer.kind === 'which')
    return (
      <div className={`${styles.answer} ${styles.which}`}>
        <h2>{t('basketing_desk.which')}</h2>
        {answer.birds.length === 0 && (
          <p>
            {answer.found === 0
              ? t('basketing_desk.one_digit')
              : t('basketing_desk.more_digits', { n: formatNumber(locale, answer.found), digits: answer.text })}
          </p>
        )}
        <ul>
          {answer.birds.map((bird) => (
            <li key={bird.pigeon_id}>
              <button type="button" onClick={() => void desk.choose(bird.pigeon_id, as)}>
                <Ring ring={bird.ring} />
                <Look bird={bird} />
              </button>
            </li>
          ))}
        </ul>
      </div>
    );
  if (answer.kind === 'no') return <NotIn {...{ answer, view, desk, isShown }} />;
  const { bird } = answer;
  if (answer.kind !== 'in')
    return (
      <div className={`${styles.answer} ${styles.done}`}>
        <h2>
          <Icon name={signOf[answer.kind]} size={40} />
          {t(`basketing_desk.${wordOf[answer.kind]}`)}
        </h2>
        <p className={styles.ring}>
          <Ring ring={bird.ring} />
        </p>
        <Look bird={bird} />
        {answer.kind === 'undone' && <Whereabouts bird={bird} view={view} />}
        {(answer.kind === 'out' || answer.kind === 'counted') && (
          <div className={styles.actions}>
            {(['pigeon_status.injured', 'basketing_desk.loft_decision'] as const).map((reason) => (
              <button key={reason} type="button" onClick={() => void desk.holdBack(bird.pigeon_id, t(reason))}>
                <Icon name="hand" />
                {`${t('basketing_desk.hold_back')}: ${t(reason)}`}
              </button>
            ))}
          </div>
        )}
      </div>
    );
  return (
    <div className={`${styles.answer} ${styles.in}`}>
      <h2>
        <Icon name="check" size={44} />
        {t('basketing_desk.in')}
      </h2>
      <Photo bird={bird} />
      <p className={styles.place}>
        <span>
          <small>{t('basketing_desk.crate')}</small>
          <b className="num">{answer.crate}</b>
        </span>
        <i aria-hidden="true">·</i>
        <span>
          <small>{t('basketing_desk.bird')}</small>
          <b className="num">{answer.number}</b>
        </span>
      </p>
      <p className={styles.ring}>
        <Ring ring={bird.ring} />
      </p>
      <p className={styles.look}>
        <Look bird={bird} />
        <span>{t(`basketing_desk.${chipWord(bird, answer.chip)}`)}</span>
        {isShown && bird.team && <bdi>{bird.team}</bdi>}
      </p>
      <div className={styles.actions}>
        <button type="button" onClick={() => void desk.takeOut(bird.pigeon_id)}>
          <Icon name="undo" />
          {t('basketing_desk.take_out')}
        </button>
        <button type="button" aria-pressed={isMoving} onClick={() => move(bird.pigeon_id)}>
          <Icon name="swap" />
          {t(isMoving ? 'basketing_desk.choose_crate' : 'basketing_desk.other_crate')}
        </button>
      </div>
    </div>
  );
}

/** Which bird is in the hand. Without a network it is the photo that the desk has kept. */
function Photo({ bird: { photo } }: { bird: ShownBird }) {
  const [kept, setKept] = useState<{ of: string; url: string | null } | null>(null);
  useEffect(() => () => URL.revokeObjectURL(kept?.url ?? ''), [kept]);
  const src = kept?.of === photo ? kept?.url : photo;
  if (!photo || !src) return null;
  const lost = () => {
    if (src === photo) void keptPhoto(photo).then((url) => setKept({ of: photo, url }));
    else setKept({ of: photo, url: null });
  };
  return <img className={styles.photo} src={src} width={176} height={176} alt="" onError={lost} />;
}

const wordOf = { out: 'taken_out', held: 'held', counted: 'counted', undone: 'undone' } as const;
const signOf = { out: 'check', held: 'hand', counted: 'check', undone: 'undo' } as const;

const chipWord = (bird: ShownBird, chip: string | null) =>
  bird.chip === null ? 'chip_none' : chip === null ? 'chip_unread' : 'chip_right';

/** The headline of each reason. */
const headlines = {
  basket_unknown: 'no_unknown',
  basket_other_season: 'no_other_season',
  pigeon_does_not_race: 'no_not_racing',
  basket_no_place: 'no_place',
  basket_unpaid: 'no_unpaid',
  basket_not_activated: 'no_not_activated',
  basket_held_back: 'held',
  basket_already_in: 'no_already_in',
  basket_already_listed: 'no_already_in',
  basket_on_other_list: 'no_other_list',
  basket_still_out: 'no_still_out',
  basket_other_chip: 'no_other_chip',
  basket_not_kept: 'no_not_kept',
  basketing_not_open: 'no_closed',
} as const satisfies Partial<Record<RefusalCode, string>>;

interface NotInProps {
  answer: Given & { kind: 'no' };
  view: DeskView;
  desk: OpenDesk;
  isShown: boolean;
}

function NotIn({ answer: { bird, refusal, text }, view, desk, isShown }: NotInProps) {
  const { t } = useTranslation();
  const sentence = useSentence();
  const head = headlines[refusal.code as keyof typeof headlines];
  const standing = bird && view.state.standings.get(bird.pigeon_id);
  const { code } = refusal;
  const isIn = code === 'basket_already_in' || code === 'basket_already_listed';
  // It stands on its list already: a second scan is no order to change that.
  const isSettled = !bird || standing?.list === 'basketed' || standing?.list === 'held_back';
  const reason = head ? t(`basketing_desk.${head}`) : sentence(refusal);
  return (
    <div className={`${styles.answer} ${styles.no}`}>
      <h2>
        <Icon name="hand" size={44} />
        {isIn ? reason : t('basketing_desk.not_in')}
      </h2>
      {!isIn && <p className={styles.reason}>{reason}</p>}
      {bird && <Photo bird={bird} />}
      {bird && (
        <p className={styles.ring}>
          <Ring ring={bird.ring} />
        </p>
      )}
      <p className={styles.why}>
        {sentence(refusal)} <More {...{ refusal, bird, view }} />
      </p>
      {isShown && bird?.team && (
        <p className={styles.why}>
          <bdi>{bird.team}</bdi>
        </p>
      )}
      <div className={styles.actions}>
        {isSettled && (
          <button type="button" className={styles.main} onClick={desk.dismiss}>
            <Icon name="check" />
            {t('basketing_desk.done')}
          </button>
        )}
        {bird && code === 'basket_held_back' && (
          <button type="button" onClick={() => void desk.letFly(bird.pigeon_id)}>
            {t('basketing_desk.let_fly')}
          </button>
        )}
        {bird && code === 'basket_still_out' && (
          <button
            type="button"
            onClick={() => void desk.cameHome(bird.pigeon_id, text, t('basketing_desk.came_home_unread'))}
          >
            <Icon name="check" />
            {t('basketing_desk.take_in_unread')}
          </button>
        )}
        {bird && standing?.list === 'present' && (
          <button type="button" className={styles.main} onClick={() => void desk.holdBack(bird.pigeon_id, reason)}>
            <Icon name="hand" />
            {t('basketing_desk.hold_back')}
          </button>
        )}
        {bird && standing?.list === 'basketed' && (
          <button type="button" onClick={() => void desk.takeOut(bird.pigeon_id)}>
            <Icon name="undo" />
            {t('basketing_desk.take_out')}
          </button>
        )}
        {!isSettled && (
          <button type="button" onClick={desk.dismiss}>
            {t('basketing_desk.decide_later')}
          </button>
        )}
      </div>
    </div>
  );
}

/** What else is known of a refusal: the facts that somebody at the desk is asked for. */
function More({
  refusal: { code, params },
  bird,
  view,
}: Pick<NotInProps, 'view'> & Pick<NotInProps['answer'], 'refusal' | 'bird'>) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { currency, activation, loft } = view.data!;
  const money = (cents: number) => formatMoney(locale, cents, currency);
  if (code === 'basket_unpaid' && bird?.due_cents != null)
    return <b>{t('basketing_desk.due', { amount: money(bird.due_cents) })}</b>;
  if (code === 'basket_not_activated')
    return (
      <>
        {bird?.progress === 'final_flight_activation_pending' && <>{t('basketing_desk.activation_waits')} </>}
        {activation?.ends_on && (
          <>
            {t(
              activation.ends_on < dayAt(Date.now(), loft.time_zone)
                ? 'basketing_desk.activation_ended'
                : 'basketing_desk.activation_until',
              { day: formatCalendarDay(locale, activation.ends_on, 'words') },
            )}{' '}
          </>
        )}
        {activation?.fee_cents != null && <b>{t('basketing_desk.fee', { amount: money(activation.fee_cents) })}</b>}
      </>
    );
  if (code === 'pigeon_does_not_race' && bird?.health_since)
    return t('basketing_desk.since', { day: formatDay(locale, Date.parse(bird.health_since), loft.time_zone) });
  if (code === 'basket_other_chip' && params.read !== undefined)
    return <b>{t('basketing_desk.chip_read', { chip: String(params.read) })}</b>;
  if (code === 'basket_already_in') {
    const desk = deskOfCrate(view, Number(params.crate));
    return desk === null ? null : (
      <bdi>
        <b>{t('basketing_desk.desk', { desk: deskName(desk) })}</b>
      </bdi>
    );
  }
  return null;
}

/** The desk whose crate this is. */
function deskOfCrate({ own, others }: DeskView, crate: number): number | null {
  return [...(own ? [own] : []), ...others].find((desk) => ownsCrate(desk, crate))?.desk ?? null;
}

function Look({ bird }: { bird: ShownBird }) {
  const { t } = useTranslation();
  const words = [bird.color, bird.sex === 'unknown' ? null : t(`sex.${bird.sex}`)].filter((word) => word !== null);
  return words.length ? <span>{words.join(' · ')}</span> : null;
}

/** The list on which a bird stands, and its place in the crates. */
function Whereabouts({ bird, view }: { bird: ShownBird; view: DeskView }) {
  const { t } = useTranslation();
  const standing = view.state.standings.get(bird.pigeon_id);
  return (
    <p>
      {t(`basketing_desk.list_${standing?.list ?? 'unaccounted'}`)}
      {standing?.list === 'basketed' && standing.crate !== null && (
        <>
          {' · '}
          {t('basketing_desk.crate')} <b className="num">{standing.crate}</b> · {t('basketing_desk.bird')}{' '}
          <b className="num">{standing.number}</b>
        </>
      )}
    </p>
  );
}
