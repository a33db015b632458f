/** What-if: where a bird in the air would stand if it were clocked at a time. */
import { type FormEvent, useState } from 'react';
import type { ReplyOf } from '#domain/contract.ts';
import type { Bird } from '#domain/pigeons/contract.ts';
import type { RankingPage, readWhatIf } from '#domain/rankings/contract.ts';
import { clockTime, formatNumber } from '#web/lib/intl.ts';
import { usePage } from '#web/lib/page.ts';
import { valueText } from '#web/lib/ranking-words.ts';
import { useTranslation } from '#web/lib/translation.ts';
import form from '#web/ui/form.module.css';
import panel from '#web/ui/panel.module.css';
import styles from './aces.module.css';

interface WhatIfProps {
  loft_id: number;
  page: Pick<RankingPage, 'ranking' | 'read_at'>;
  /** Those in the air. */
  birds: readonly Bird[];
  time_zone: string;
}

type Answer = ReplyOf<typeof readWhatIf> | { error: string };

interface Fields {
  pigeon_id: HTMLSelectElement;
  at: HTMLInputElement;
}

export function WhatIf({ loft_id, page, birds, time_zone }: WhatIfProps) {
  const { t } = useTranslation();
  const { locale } = usePage();
  const [answer, set] = useState<Answer | null>(null);
  const now = clockTime(Date.parse(page.read_at), time_zone).time;
  async function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = event.currentTarget.elements as unknown as Fields;
    const at = momentOf(fields.at.value, page.read_at, now);
    const query = new URLSearchParams({ pigeon_id: fields.pigeon_id.value, at });
    const reply = await fetch(`/api/lofts/${loft_id}/rankings/${page.ranking.id}/what-if?${query}`).catch(() => null);
    set(reply ? ((await reply.json()) as Answer) : { error: t('offline.as_of', { time: now }) });
  }
  return (
    <form className={styles.what_if} onSubmit={(event) => void ask(event)}>
      <h2>{t('aces.what_if')}</h2>
      <label className={form.field}>
        <span>{t('board.pigeon')}</span>
        <select name="pigeon_id">
          {birds.map(({ pigeon_id, ring }) => (
            <option key={pigeon_id} value={pigeon_id}>
              {ring}
            </option>
          ))}
        </select>
      </label>
      <label className={form.field}>
        <span>{t('aces.clocked_at')}</span>
        <input name="at" type="time" step="1" required defaultValue={now} />
      </label>
      <button type="submit" className={panel.button}>
        {t('aces.reckon')}
      </button>
      <p role="status">
        {answer && 'error' in answer && answer.error}
        {answer && !('error' in answer) && (
          <>
            {answer.place === null
              ? t('aces.not_ranked')
              : t('aces.would_be', { place: formatNumber(locale, answer.place) })}{' '}
            {answer.value !== null && (
              <bdi className={`num ${styles.estimated}`}>
                {valueText(locale, page.ranking.rule.measure, answer.value)}
              </bdi>
            )}
          </>
        )}
      </p>
    </form>
  );
}

const day_s = 86_400;

/** The moment nearest to now at which the clocks of the loft show a time. */
function momentOf(time: string, now: string, shown: string): string {
  const ahead = (secondsOf(time) - secondsOf(shown) + 1.5 * day_s) % day_s;
  return new Date(Math.floor(Date.parse(now) / 1000) * 1000 + (ahead - day_s / 2) * 1000).toISOString();
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}
