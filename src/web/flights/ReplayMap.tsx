/** The map of a replay, fetched by who opens it: where the middle of the birds that were still out is estimated. */
import { useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { middleOut } from '#domain/arrivals/replay.ts';
import { mapPath } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import panel from '#web/ui/panel.module.css';
import { DrawnMap } from './DrawnMap.tsx';
import type { MapData } from './flight-map-loader.server.ts';
import { Away } from './MissingPart.tsx';
import styles from './replay.module.css';
import { type Stage, useRest } from './use-replay.ts';

export function ReplayMap({ stage }: { stage: Stage }) {
  const { t } = useTranslation();
  const { flight, loft, replay, player, axis } = stage;
  const { load, data } = useFetcher<MapData>();
  const path = mapPath(flight, loft);
  // Without a network what loads the page of the map would lead there.
  const [isOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    if (path && isOnline) void load(path);
  }, [load, path, isOnline]);
  const at_ms = useRest(player) ?? axis.to_ms;
  const middle = middleOut(replay.times, at_ms);
  const progress = middle === null ? null : Math.min(1, (at_ms - axis.from_ms) / (middle - axis.from_ms));
  const { section, weather } = data ?? {};
  return (
    <section className={panel.panel} aria-labelledby="replay-map">
      <div className={panel.head}>
        <h2 id="replay-map">{t('map.title')}</h2>
        <small>{t('race_replay.map_means')}</small>
      </div>
      {!isOnline && <Away />}
      <div className={styles.map} dir="ltr" aria-busy={!data} hidden={!isOnline}>
        {section && weather?.line && (
          <DrawnMap
            section={section}
            line={weather.line}
            flight={flight}
            loft={loft}
            progress={progress}
            lorry="release_point"
          />
        )}
      </div>
    </section>
  );
}
