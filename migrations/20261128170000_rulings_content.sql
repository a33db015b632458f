-- What a ruling says is whole, whoever writes it; a clock is corrected by no more than one can be measured.
alter table rulings add constraint rulings_content check (
  case kind
    when 'manual' then content ?& array['pigeon_id', 'seen_ms', 'time_ms']
    when 'void' then content ? 'number'
    when 'offset' then content ?& array['device_id', 'offset_ms'] and abs((content ->> 'offset_ms')::float8) <= 1e12
    when 'release' then content ? 'release_ms'
    when 'release_group' then content ?& array['group', 'release_ms', 'pigeon_ids']
    when 'distance' then content ? 'distance_m'
    when 'closing' then content ? 'closes_ms'
    when 'disqualified' then content ? 'pigeon_id'
    when 'exchanged' then content ?& array['pigeon_id', 'other_id']
    when 'close_times' then content ? 'moments'
    else true
  end);
