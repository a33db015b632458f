/** Worked examples of the rules with a few birds, so that their effect is clear before a race. */

import type { ReactNode } from 'react';
import type { Rulebook } from '#domain/seasons/rulebook.ts';
import type { SpeedRule } from '#domain/seasons/rules.ts';
import { clockTime, formatMoney, formatNumber, formatRunning } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { closingWords, nightWords } from '#web/lib/rule-words.ts';
import { speedUnit } from '#web/lib/speed-unit.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import table from '#web/ui/table.module.css';
import styles from './rulebook.module.css';
import type { AceExample, Examples } from './rulebook-examples.ts';

export interface RulebookExamplesProps {
  rules: Rulebook['rules'];
  currency: string;
  time_zone: string;
  examples: Examples;
}

export function RulebookExamples({ rules, currency, time_zone, examples }: RulebookExamplesProps) {
  const { t } = useTranslation();
  const { inputs, finish, prizes, aces } = examples;
  return (
    <section className={panel.panel} aria-labelledby="examples" aria-live="polite">
      <div className={panel.head}>
        <h2 id="examples">{t('rulebook.examples')}</h2>
      </div>
      <div className={styles.examples}>
        <Example
          title={t('rules.speed')}
          says={[t('rulebook.example_text', { distance: inputs.finish_km, time: inputs.released })]}
        >
          <Lines
            heads={[t('board.rank'), t('board.time'), <Unit key="unit" speed={rules.speed} />]}
            lines={finish.map(({ pigeon_id, rank, time_ms, speed }) => {
              const { time, ms } = clockTime(time_ms, 'UTC');
              return {
                key: pigeon_id,
                cells: [rank, `${time}.${ms}`, <Speed key="v" value={speed} rule={rules.speed} />],
              };
            })}
          />
        </Example>
        <Night rules={rules} examples={examples} time_zone={time_zone} />
        {prizes && <Prizes prizes={prizes} inputs={inputs} currency={currency} />}
        {aces.map((ace, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules may count alike
          <Aces key={i} ace={ace} inputs={inputs} speed={rules.speed} />
        ))}
      </div>
    </section>
  );
}

function Night({ rules, examples: { inputs, night }, time_zone }: Omit<RulebookExamplesProps, 'currency'>) {
  const { t } = useTranslation();
  const hour = (at_ms: number) => clockTime(at_ms, time_zone).time.slice(0, 5);
  const { closed, closes_ms, closes_day } = night;
  const says = [
    t('rulebook.example_night', { distance: inputs.night_km, time: inputs.released }),
    closed
      ? nightWords(t, { kind: 'hours', closes: hour(closed.from), opens: hour(closed.to) })
      : nightWords(t, rules.closed_night),
    closes_ms === null || closes_day === null
      ? closingWords(t, { kind: 'none' })
      : closingWords(t, { kind: 'day', day: closes_day, time: hour(closes_ms) }),
  ];
  return (
    <Example title={`${t('rules.night')} · ${t('rules.closing')}`} says={says}>
      <Lines
        heads={[t('board.time'), t('rulebook.flying_time'), <Unit key="unit" speed={rules.speed} />]}
        lines={night.homes.map(({ time_ms, day, net_ms, speed, in_control }) => ({
          key: time_ms,
          cells: [
            <span key="home">
              {t('board.day', { day })}{' '}
              <bdi dir="ltr" className="num">
                {hour(time_ms)}
              </bdi>
            </span>,
            in_control ? formatRunning(net_ms) : null,
            in_control ? <Speed key="v" value={speed} rule={rules.speed} /> : t('rulebook.outside'),
          ],
        }))}
      />
    </Example>
  );
}

interface PrizesProps {
  prizes: NonNullable<Examples['prizes']>;
  inputs: Examples['inputs'];
  currency: string;
}

function Prizes({ prizes: { what, basis, of, lines, lost_cents, is_rest_shared }, inputs, currency }: PrizesProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const money = (cents: number) => formatMoney(locale, cents, currency);
  const says = [
    t(of === 'drop' ? 'rulebook.example_drop' : 'rulebook.example_prizes'),
    ...(basis === 'percent' ? [t('rulebook.example_fund', { amount: money(inputs.fund_cents) })] : []),
    ...(is_rest_shared ? [t('rulebook.example_rest', { birds: inputs.basketed })] : []),
  ];
  return (
    <Example title={`${t('rulebook.prizes')} · ${t(`kind.${what}`)}`} says={says}>
      <Lines
        heads={[t('board.rank'), t('rulebook.prizes')]}
        lines={[
          ...lines.map(({ rank, cents }, i) => ({ key: i, cells: [rank, cents ? money(cents) : '–'] })),
          ...(lost_cents === null ? [] : [{ key: -1, cells: [t('rulebook.example_lost'), money(lost_cents)] }]),
        ]}
      />
    </Example>
  );
}

function Aces({
  ace: { method, lines },
  inputs,
  speed,
}: {
  ace: AceExample;
  inputs: Examples['inputs'];
  speed: SpeedRule;
}) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const value = (one: number) => {
    if (method === 'total_time') return formatRunning(one);
    const decimals = { mean_speed: speed.decimals ?? 2, total_speed: speed.decimals ?? 2, points: 2 };
    const coefficient = method === 'coefficient' ? 4 : 0;
    const most = method in decimals ? decimals[method as keyof typeof decimals] : coefficient;
    return formatNumber(locale, one, most, method === 'coefficient' ? 0 : most);
  };
  const working = ({ counted, distance_m, net_ms }: AceExample['lines'][number]) => {
    if (method === 'total_speed') return `${distance_m / 1000} km / ${formatRunning(net_ms)}`;
    const sum = counted.map((one) => value(one.value)).join(' + ');
    return method === 'mean_speed' && counted.length > 1 ? `(${sum}) / ${counted.length}` : sum;
  };
  const says = [
    t(`rulebook.ace_${method}`),
    t('rulebook.example_aces', { birds: inputs.basketed, prizes: inputs.prize_places }),
  ];
  return (
    <Example title={t('rulebook.aces')} says={says}>
      <Lines
        heads={[t('board.rank'), t('board.pigeon'), t('sheet.result')]}
        lines={lines.map((line) => ({
          key: line.pigeon_id,
          cells: [
            line.rank,
            <span key="pigeon" className={styles.working}>
              {`${t('board.pigeon')} ${line.pigeon_id}`}
              <bdi dir="ltr">{working(line)}</bdi>
            </span>,
            value(line.value),
          ],
        }))}
      />
    </Example>
  );
}

function Example({ title, says, children }: { title: string; says: readonly string[]; children: ReactNode }) {
  return (
    <div className={styles.example}>
      <h3>{title}</h3>
      <p className={styles.lead}>{says.join(' ')}</p>
      {children}
    </div>
  );
}

interface LinesProps {
  heads: readonly ReactNode[];
  lines: readonly { key: number; cells: readonly ReactNode[] }[];
}

/** A small table with its figures aligned at the end. */
function Lines({ heads, lines }: LinesProps) {
  const last = heads.length - 1;
  return (
    <table className={table.table}>
      <thead>
        <tr>
          {heads.map((head, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
            <th key={i} scope="col" className={i === last ? table.figure : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are
              <td key={i} className={i === last ? table.figure : undefined}>
                {typeof cell === 'string' || typeof cell === 'number' ? <bdi className="num">{cell}</bdi> : cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Unit({ speed }: { speed: SpeedRule }) {
  const { t } = useTranslation();
  return t(speedUnit(speed));
}

/** Decimals of an unrounded speed. */
const mostDecimals = 6;

function Speed({ value, rule }: { value: number | null; rule: SpeedRule }) {
  const { locale } = usePage();
  const decimals = rule.decimals ?? mostDecimals;
  return (
    <bdi dir="ltr" className="num">
      {formatNumber(locale, value ?? 0, decimals, decimals)}
    </bdi>
  );
}
