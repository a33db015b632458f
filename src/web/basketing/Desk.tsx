/**
 * The basketing desk (mocks 14 to 14d): one field that keeps the focus, one answer that fills the screen, and the sum of
 * the birds, which is always there. It shows what the desk of this device holds, with a network or without.
 */
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { countIn, cratesInBlock, deskName, ownsCrate } from '#domain/basketing/crates.ts';
import { readDesk, type ShownBird, sendDeskEvents } from '#domain/basketing/desk-contract.ts';
import { type Inventory, type InventoryList, inventoryLists, inventoryOf } from '#domain/basketing/inventory.ts';
import { ringParts } from '#domain/pigeons/ring.ts';
import { races } from '#domain/pigeons/status.ts';
import type { Refusal, RefusalCode } from '#domain/refusal.ts';
import { seasonAdminPath } from '#web/lib/admin-paths.ts';
import { listen, store, stored } from '#web/lib/browser-store.ts';
import { clockTime, formatAge, formatMoney, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { useScanSound } from '#web/lib/scan-sound.ts';
import { send } from '#web/lib/send.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Ring } from '#web/ui/Ring.tsx';
import styles from './desk.module.css';
import { type DeskAnswer, type DeskView, type Desk as OpenDesk, openDesk } from './device-desk.ts';

export interface DeskFlight {
  season_id: number;
  flight_id: number;
}

/** The desk of this device at a flight. */
export function Desk({ season_id, flight_id }: DeskFlight) {
  const [desk, setDesk] = useState<OpenDesk | null>(null);
  useEffect(() => {
    const params = { season_id, flight_id };
    const opened = openDesk(flight_id, {
      read: () => send(readDesk, { params }),
      send: (body) => send(sendDeskEvents, { params, body }),
    });
    setDesk(opened);
    return () => opened.close();
  }, [season_id, flight_id]);
  return desk ? <DeskScreen desk={desk} season_id={season_id} /> : <Frame />;
}

/** The room of the desk before its script is there. */
function Frame({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.desk}>
      <h1 className={styles.title}>{t('basketing_desk.title')}</h1>
      {children}
    </div>
  );
}

const hiddenTeam = 'basketing-team';
const isTeamShown = () => stored(hiddenTeam) === 'shown';

/** A desk as it is shown. */
export function DeskScreen({ desk, season_id }: { desk: OpenDesk; season_id: number }) {
  const { t } = useTranslation();
  const view = useSyncExternalStore(desk.listen, desk.view, desk.view);
  const [list, setList] = useState<InventoryList | null>(null);
  const [moving, setMoving] = useState<number | null>(null);
  const [isCounting, setCounting] = useState(false);
  const isShown = useSyncExternalStore(listen, isTeamShown, () => false);
  const field = useRef<HTMLInputElement>(null);
  const { answer } = view;
  const tone = answer === null || answer.kind === 'which' ? null : answer.kind === 'no' ? 'wrong' : 'right';
  const sound = useScanSound(tone, view.heard);
  const focus = useCallback(() => field.current?.focus(), []);
  const phase = view.phase;
  useEffect(() => {
    if (phase === 'ready') focus();
  }, [phase, focus]);

  if (view.phase === 'elsewhere')
    return (
      <Frame>
        <p className={styles.notice}>{t('basketing_desk.elsewhere')}</p>
      </Frame>
    );
  if (view.phase === 'not_found')
    return (
      <Frame>
        <p className={styles.notice}>{t('refusals.not_found')}</p>
      </Frame>
    );
  if (view.phase === 'no_data')
    return (
      <Frame>
        <p className={styles.notice}>
          {t(view.contact === 'signed_out' ? 'basketing_desk.sign_in_again' : 'basketing_desk.no_data')}
        </p>
      </Frame>
    );
  if (!view.data || !view.own) return <Frame />;
  const as = isCounting ? 'present' : 'in';
  const inventory = inventoryOf(view.birds.values(), view.state.standings);

  return (
    // The field has the focus again after every touch: a scanner types wherever the focus is.
    // biome-ignore lint/a11y/noStaticElementInteractions: the touches themselves are those of buttons
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field
    <div
      className={styles.desk}
      onClick={({ target }) => {
        if (!(target as Element).closest('a, summary')) focus();
      }}
    >
      <header className={styles.top}>
        <a className={styles.back} href={`${seasonAdminPath(season_id)}/flights`} title={t('basketing_desk.back')}>
          <span aria-hidden="true">←</span>
          <span className="visually-hidden">{t('basketing_desk.back')}</span>
        </a>
        <div>
          <h1 className={styles.title}>
            <bdi>{view.data.flight.name}</bdi>
          </h1>
          <p>
            {t('basketing_desk.title')}, {t('basketing_desk.desk', { desk: deskName(view.own.desk) })}
          </p>
        </div>
        <div className={styles.switches}>
          <button type="button" aria-pressed={isCounting} onClick={() => setCounting(!isCounting)}>
            <Icon name="list" />
            <span>{t('basketing_desk.roll_call')}</span>
          </button>
          <button type="button" aria-pressed={!isShown} onClick={() => store(hiddenTeam, isShown ? null : 'shown')}>
            <Icon name={isShown ? 'eye' : 'hidden'} />
            <span>{t('basketing_desk.team_hidden')}</span>
          </button>
          <button type="button" aria-pressed={sound.on} onClick={() => sound.set(!sound.on)}>
            <Icon name={sound.on ? 'sound' : 'mute'} />
            <span>{t('live.sound')}</span>
          </button>
          <button type="button" disabled={!view.can_undo} onClick={() => void desk.undo()}>
            <Icon name="undo" />
            <span>{t('basketing_desk.undo')}</span>
          </button>
        </div>
      </header>
      <Contact view={view} />
      <form
        className={styles.scan}
        onSubmit={(event) => {
          event.preventDefault();
          const { current } = field;
          if (!current) return;
          const text = current.value;
          current.value = '';
          setMoving(null);
          void desk.scan(text, as);
        }}
      >
        <Icon name="scan" size={30} />
        <input
          ref={field}
          aria-label={t('basketing_desk.scan')}
          placeholder={t('basketing_desk.scan')}
          dir="ltr"
          maxLength={64}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="done"
          data-scan
        />
      </form>
      {view.refused.length > 0 && <Refused view={view} settle={desk.settle} />}
      <div className={styles.middle}>
        <div className={styles.left}>
          <div aria-live="assertive">
            <Answer
              {...{ answer, view, desk, as }}
              isTeamShown={isShown}
              move={(pigeon_id) => setMoving(pigeon_id)}
              isMoving={moving !== null}
            />
          </div>
          <Before view={view} />
        </div>
        <Crates
          view={view}
          choose={(crate) => {
            if (moving === null) void desk.openCrate(crate);
            else void desk.move(moving, crate);
            setMoving(null);
          }}
          next={() => void desk.nextCrate()}
        />
      </div>
      <Sum {...{ inventory, list }} open={(one) => setList(one === list ? null : one)} />
      {list && <Names birds={inventory.lists[list]} {...{ view }} isTeamShown={isShown} />}
    </div>
  );
}

/** Whether the desk has a network, what waits, and how far the other desks are. */
function Contact({ view }: { view: DeskView }) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [now_ms, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5000);
    return () => clearInterval(timer);
  }, []);
  const number = (n: number) => formatNumber(locale, n);
  const { contact, waiting, synced_ms } = view;
  const isAway = contact !== 'online';
  return (
    <div className={`${styles.contact} ${isAway ? styles.away : ''}`} role="status">
      <span>
        <Icon name={isAway ? 'no_network' : 'sent'} size={22} />
        {contact === 'offline' && `${t('basketing_desk.no_network')}. `}
        {contact === 'signed_out' && <b>{t('basketing_desk.sign_in_again')}</b>}
        {contact === 'closed' && `${t('basketing_desk.no_closed')}. `}
        {waiting > 0 ? (
          <b data-waiting={waiting}>{t('basketing_desk.waiting', { n: number(waiting) })}</b>
        ) : (
          !isAway && t('basketing_desk.all_sent')
        )}
        {waiting > 0 && isAway && ` · ${t('basketing_desk.kept')}`}
        {!isAway && synced_ms !== null && <b className="num">{clockTime(synced_ms, view.data!.loft.time_zone).time}</b>}
      </span>
      {view.others.map(({ desk, basketed, seen_at }) => (
        <span key={desk}>
          {t('basketing_desk.other_desk', { desk: deskName(desk), n: number(basketed) })}
          {isAway && ` · ${formatAge(locale, Math.max(0, now_ms - Date.parse(seen_at)))}`}
        </span>
      ))}
    </div>
  );
}

interface AnswerProps {
  answer: DeskAnswer | null;
  view: DeskView;
  desk: OpenDesk;
  as: 'in' | 'present';
  isTeamShown: boolean;
  isMoving: boolean;
  move(pigeon_id: number): void;
}

/** What the last scan has led to. */
function Answer({ answer, view, desk, as, isTeamShown: isShown, isMoving, move }: AnswerProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  if (!answer) return <div className={`${styles.answer} ${styles.quiet}`} />;
  if (answer.kind === 'which')
    return (
      <div className={`${styles.answer} ${styles.which}`}>
        <h2>{t('basketing_desk.which')}</h2>
        {answer.birds.length === 0 && (
          <p>{t('basketing_desk.more_digits', { n: formatNumber(locale, answer.found) })}</p>
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
          <Icon name={answer.kind === 'held' ? 'hand' : 'check'} size={40} />
          {t(`basketing_desk.${wordOf[answer.kind]}`)}
        </h2>
        <p className={styles.ring}>
          <Ring ring={bird.ring} />
        </p>
        <Look bird={bird} />
      </div>
    );
  return (
    <div className={`${styles.answer} ${styles.in}`}>
      <h2>
        <Icon name="check" size={44} />
        {t('basketing_desk.in')}
      </h2>
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

const wordOf = { out: 'taken_out', held: 'held', counted: 'counted' } as const;

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
  basket_other_chip: 'no_other_chip',
  basketing_not_open: 'no_closed',
} as const satisfies Partial<Record<RefusalCode, string>>;

function useSentence() {
  const { t } = useTranslation();
  return ({ code, params }: Pick<Refusal, 'code' | 'params'>) =>
    t(`refusals.${code}` as 'refusals.bad_input', { ...params });
}

interface NotInProps {
  answer: DeskAnswer & { kind: 'no' };
  view: DeskView;
  desk: OpenDesk;
  isShown: boolean;
}

function NotIn({ answer: { bird, refusal }, view, desk, isShown }: NotInProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const sentence = useSentence();
  const head = headlines[refusal.code as keyof typeof headlines];
  const standing = bird && view.state.standings.get(bird.pigeon_id);
  const reason = head ? t(`basketing_desk.${head}`) : sentence(refusal);
  return (
    <div className={`${styles.answer} ${styles.no}`}>
      <h2>
        <Icon name="hand" size={44} />
        {t('basketing_desk.not_in')}
      </h2>
      <p className={styles.reason}>{reason}</p>
      {bird && (
        <p className={styles.ring}>
          <Ring ring={bird.ring} />
        </p>
      )}
      <p className={styles.why}>
        {sentence(refusal)}{' '}
        {refusal.code === 'basket_unpaid' && bird?.due_cents != null && (
          <b>{t('basketing_desk.due', { amount: formatMoney(locale, bird.due_cents, view.data!.currency) })}</b>
        )}
        {isShown && bird?.team && <bdi> {bird.team}</bdi>}
      </p>
      <div className={styles.actions}>
        {bird && standing?.list === 'held_back' && (
          <button type="button" className={styles.main} onClick={() => void desk.letFly(bird.pigeon_id)}>
            {t('basketing_desk.let_fly')}
          </button>
        )}
        {bird && standing?.list === 'present' && (
          <button type="button" className={styles.main} onClick={() => void desk.holdBack(bird.pigeon_id, reason)}>
            <Icon name="hand" />
            {t('basketing_desk.hold_back')}
          </button>
        )}
        {bird && standing?.list === 'basketed' && (
          <button type="button" className={styles.main} onClick={() => void desk.takeOut(bird.pigeon_id)}>
            <Icon name="undo" />
            {t('basketing_desk.take_out')}
          </button>
        )}
        <button type="button" onClick={desk.dismiss}>
          {t('basketing_desk.decide_later')}
        </button>
      </div>
    </div>
  );
}

function Look({ bird }: { bird: ShownBird }) {
  const { t } = useTranslation();
  const words = [bird.color, bird.sex === 'unknown' ? null : t(`sex.${bird.sex}`)].filter((word) => word !== null);
  return words.length ? <span>{words.join(', ')}</span> : null;
}

function Before({ view }: { view: DeskView }) {
  const { t } = useTranslation();
  const { answer, before } = view;
  const shown = before
    .filter(({ pigeon_id }) => answer?.kind !== 'in' || answer.bird.pigeon_id !== pigeon_id)
    .slice(0, 4);
  if (!shown.length) return null;
  return (
    <div className={styles.before}>
      <span>{t('basketing_desk.before')}</span>
      <ol>
        {shown.map(({ pigeon_id, ring, crate, number }) => (
          <li key={pigeon_id}>
            <b className="num">{ringParts(ring).digits || ring}</b>{' '}
            <span className="num">{`${crate} · ${number}`}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

interface CratesProps {
  view: DeskView;
  choose(crate: number): void;
  next(): void;
}

/** The crates in the order of their numbers: those of this desk can be touched. */
function Crates({ view, choose, next }: CratesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const { slots } = view.state;
  const own = view.own!;
  const size = view.data!.crate_size;
  const used = [...new Set([...slots.keys()].map((key) => Number(key.split('.', 1)[0])))];
  const blocks = own.blocks.flatMap((block) =>
    Array.from({ length: cratesInBlock }, (_, i) => (block - 1) * cratesInBlock + 1 + i),
  );
  const crates = [...new Set([...blocks, ...used])].sort((a, b) => a - b);
  const open = view.crate;
  const number = (n: number) => formatNumber(locale, n);
  return (
    <section className={styles.crates} aria-labelledby="crates">
      <div className={styles.head}>
        <h2 id="crates">
          {open === null
            ? t('basketing_desk.crate')
            : t('basketing_desk.crate_of', { crate: open, n: number(countIn(slots, open, size)), size })}
        </h2>
        <button type="button" onClick={next}>
          {t('basketing_desk.next_crate')}
        </button>
      </div>
      <ol>
        {crates.map((crate) => {
          const count = countIn(slots, crate, size);
          const isOwn = ownsCrate(own, crate);
          const look = crate === open ? styles.yours : count >= size ? styles.full : count ? styles.part : styles.empty;
          return (
            <li key={crate}>
              <button
                type="button"
                className={`${styles.tile} ${look} ${isOwn ? '' : styles.others}`}
                disabled={!isOwn}
                aria-current={crate === open || undefined}
                onClick={() => choose(crate)}
              >
                <b className="num">{crate}</b>
                <small className="num">{count}</small>
              </button>
            </li>
          );
        })}
      </ol>
      <p className={styles.legend}>
        <span className={styles.full}>{t('basketing_desk.full')}</span>
        <span className={styles.yours}>{t('basketing_desk.yours')}</span>
        <span className={styles.empty}>{t('basketing_desk.empty')}</span>
      </p>
    </section>
  );
}

interface SumProps {
  inventory: Inventory<ShownBird>;
  list: InventoryList | null;
  open(list: InventoryList): void;
}

/** Birds = basketed + held back + present + unaccounted; each number opens its names. */
function Sum({ inventory: { total, lists }, list, open }: SumProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  return (
    <div className={styles.sum}>
      <p>
        <b className="num">{formatNumber(locale, total)}</b> {t('basketing_desk.birds')}
      </p>
      {inventoryLists.map((one, i) => (
        <div key={one}>
          <span aria-hidden="true">{i ? '+' : '='}</span>
          <button
            type="button"
            className={`${styles[one]} ${one === 'unaccounted' && lists[one].length ? styles.open : ''}`}
            aria-expanded={one === list}
            data-list={one}
            onClick={() => open(one)}
          >
            <b className="num">{formatNumber(locale, lists[one].length)}</b> {t(`basketing_desk.list_${one}`)}
          </button>
        </div>
      ))}
    </div>
  );
}

interface NamesProps {
  birds: readonly ShownBird[];
  view: DeskView;
  isTeamShown: boolean;
}

/** Names of a list; a longer one is a matter for the exports. */
const mostNames = 500;

function Names({ birds, view, isTeamShown: isShown }: NamesProps) {
  const { t } = useTranslation();
  if (!birds.length) return <p className={styles.notice}>{t('basketing_desk.names_none')}</p>;
  return (
    <ul className={styles.names}>
      {birds.slice(0, mostNames).map((bird) => {
        const standing = view.state.standings.get(bird.pigeon_id);
        return (
          <li key={bird.pigeon_id}>
            <Ring ring={bird.ring} />
            {isShown && bird.team && <bdi>{bird.team}</bdi>}
            {standing?.list === 'basketed' && standing.crate !== null && (
              <span className="num">{`${standing.crate} · ${standing.number}`}</span>
            )}
            {standing?.list === 'held_back' && <span>{standing.reason}</span>}
            {standing?.list === 'present' && standing.later && <span>{t('basketing_desk.later_mark')}</span>}
            {standing?.list !== 'basketed' && !races(bird.health) && <span>{t(`pigeon_status.${bird.health}`)}</span>}
            {!standing && bird.location !== 'at_loft' && <span>{t('basketing_desk.not_here')}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** What the server has refused afterwards: never silent, until somebody has settled it. */
function Refused({ view, settle }: { view: DeskView; settle: OpenDesk['settle'] }) {
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
